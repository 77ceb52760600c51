/**
 * The way from client-side to server-side apply for `kubectl`, whose annotation holds the configuration it applied last.
 *
 * What that configuration still explains may be taken over without a conflict, and as long as the annotation is there it is
 * kept current, so that a client-side apply works again. Other managers are not concerned.
 */
import { Buffer } from "node:buffer";
import { getOwn, isJsonObject, type JsonObject, setOwn } from "../json/json-value.ts";
import { readJson } from "../json/read-json.ts";
import { formatGoJson } from "../text/go-text.ts";
import type { ApplyConflict } from "./apply-conflicts.ts";
import { compareTyped } from "./compare-typed.ts";
import type { FieldSet } from "./field-set.ts";
import { textOf, type WriteContext } from "./field-write.ts";
import { toFieldSet } from "./to-field-set.ts";
import { asTyped } from "./typed-object.ts";

const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";
const maxAnnotationBytes = 256 * 1024;

/** The conflicts that the last applied configuration does not explain. */
export function withoutExplainedConflicts(
  conflicts: readonly ApplyConflict[],
  live: JsonObject,
  context: WriteContext,
): readonly ApplyConflict[] {
  const explained = fieldsOfLastApplied(live, context);
  return explained ? conflicts.filter(({ path }) => !explained.has(path)) : conflicts;
}

/** What the last applied configuration holds and the live object still has alike, if there is one that can be read. */
function fieldsOfLastApplied(live: JsonObject, { apiVersion, shape }: WriteContext): FieldSet | undefined {
  const text = readAnnotations(live)?.[lastAppliedAnnotation] ?? "";
  if (text === "") return undefined;
  try {
    const config = readJson(text).value;
    if (!isJsonObject(config) || textOf(config, "kind") === "" || textOf(config, "apiVersion") !== apiVersion) {
      return undefined;
    }
    const before = asTyped(config, apiVersion, shape).value;
    const now = asTyped(live, apiVersion, shape).value;
    const { modified, added, removed } = compareTyped(before, now, shape);
    return toFieldSet(before, shape).difference(modified).difference(added).difference(removed);
  } catch {
    // An annotation that is no configuration of this kind explains nothing.
    return undefined;
  }
}

/** The object with a current annotation, or itself where it has none. An annotation that grows too large is dropped. */
export function refreshLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const annotations = readAnnotations(object);
  if (!annotations?.[lastAppliedAnnotation]) return object;
  const current = formatLastApplied(applied);
  if (annotations[lastAppliedAnnotation] === current) return object;
  const refreshed = { ...annotations, [lastAppliedAnnotation]: current };
  if (sizeOfAnnotations(refreshed) <= maxAnnotationBytes) return withAnnotations(object, refreshed);
  const { [lastAppliedAnnotation]: _dropped, ...others } = annotations;
  return withAnnotations(object, others);
}

function formatLastApplied(applied: JsonObject): string {
  const { [lastAppliedAnnotation]: _own, ...others } = readAnnotations(applied) ?? {};
  return `${formatGoJson(withAnnotations(applied, readAnnotations(applied) && others))}\n`;
}

function sizeOfAnnotations(annotations: { readonly [key: string]: string }): number {
  return Object.entries(annotations).reduce(
    (bytes, [key, value]) => bytes + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
}

/** The annotations where all of them are texts; null counts as empty, as it does when Kubernetes reads them. */
function readAnnotations(object: JsonObject): { [key: string]: string } | undefined {
  const metadata = getOwn(object, "metadata");
  const found = isJsonObject(metadata) ? getOwn(metadata, "annotations") : undefined;
  if (!isJsonObject(found)) return undefined;
  const annotations: { [key: string]: string } = {};
  for (const key of Object.keys(found)) {
    const value = getOwn(found, key);
    if (value === undefined) continue;
    if (value !== null && typeof value !== "string") return undefined;
    setOwn(annotations, key, value ?? "");
  }
  return annotations;
}

function withAnnotations(object: JsonObject, annotations: { [key: string]: string } | undefined): JsonObject {
  const metadata = getOwn(object, "metadata");
  const { annotations: _before, ...others } = isJsonObject(metadata) ? metadata : {};
  if (annotations === undefined && !isJsonObject(metadata)) return object;
  return { ...object, metadata: annotations === undefined ? others : { ...others, annotations } };
}
