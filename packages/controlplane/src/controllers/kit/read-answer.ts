/**
 * Reads what a write was answered with. Most often the object is followed, and seen by then: it is what was answered, read already or to be
 * read once for all who look at it.
 */
import type { Buffer } from "node:buffer";
import { isJsonObject, type JsonObject, readJson } from "@pintle/machinery";
import type { PlaneObjects } from "./plane-objects.ts";
import type { PlanePlace } from "./served-places.ts";

/** How a built-in kind begins; nothing before the version can be taken for it, since quotes within texts are escaped. */
const beginning =
  /^\{"kind":"[^"]+","apiVersion":"([^"]+)","metadata":\{"name":"([^"]+)",(?:"generateName":"[^"]*",)?(?:"namespace":"([^"]+)",)?"uid":"[^"]+","resourceVersion":"(\d+)"/;
/** Names are shorter than that. */
const maxBeginningBytes = 1_200;

/** Nothing where the answer is no object. Nobody may change what it gives. */
export function readAnswer(
  bytes: Buffer,
  place: PlanePlace,
  objects?: Pick<PlaneObjects, "findVersion">,
): JsonObject | undefined {
  const seen = objects && findSeen(bytes, place, objects);
  if (seen) return seen;
  const { value } = readJson(bytes);
  return isJsonObject(value) ? value : undefined;
}

function findSeen(
  bytes: Buffer,
  { group, plural }: PlanePlace,
  objects: Pick<PlaneObjects, "findVersion">,
): JsonObject | undefined {
  const match = beginning.exec(bytes.toString("latin1", 0, maxBeginningBytes));
  if (!match) return undefined;
  const [, apiVersion, name = "", namespace, resourceVersion = ""] = match;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  const seen = objects.findVersion(group, plural, key, resourceVersion);
  return seen?.apiVersion === apiVersion ? (seen as unknown as JsonObject) : undefined;
}
