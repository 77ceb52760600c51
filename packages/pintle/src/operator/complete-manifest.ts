/** Fills in what follows from the owner: a manifest as it is applied says all that makes an object its child, and nothing that is the server's. */
import {
  type AnyKind,
  getOwn,
  isJsonObject,
  type JsonObject,
  type ObjectKey,
  type ObjectMeta,
  setControllerReference,
} from "@pintle/machinery";
import { type AnyObject, isReachable } from "./children.ts";
import { ownerLabel, slotAnnotation } from "./operator-names.ts";

export interface GivenManifest extends JsonObject {
  apiVersion: string;
  kind: string;
}

export function completeManifest(
  owner: AnyObject,
  kind: AnyKind,
  place: ObjectKey,
  slot: string,
  given: GivenManifest & { readonly metadata?: ObjectMeta },
): object {
  const { labels, annotations, ...metadata } = withoutServerFields(given.metadata ?? {});
  const complete = {
    ...(isSecret(kind) ? withEncodedTexts(given) : given),
    metadata: {
      ...metadata,
      ...place,
      labels: { ...labels, [ownerLabel]: owner.metadata.uid ?? "" },
      annotations: { ...annotations, [slotAnnotation]: slot },
    },
  };
  return isReachable(owner, place) ? setControllerReference(owner, complete) : complete;
}

/** Whoever builds a child from the one that there is passes on what nobody but the server decides. */
function withoutServerFields(metadata: ObjectMeta): ObjectMeta {
  const { uid: _uid, resourceVersion: _version, generation: _generation, managedFields: _fields, ...rest } = metadata;
  const {
    creationTimestamp: _created,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    ...kept
  } = rest;
  return kept;
}

function isSecret({ group, kind }: AnyKind): boolean {
  return group === "" && kind === "Secret";
}

/**
 * The server turns `stringData` into `data` and keeps no track of who has applied it: what somebody changes there would not be noticed, and
 * what is not desired any more would stay.
 */
function withEncodedTexts(secret: GivenManifest): JsonObject {
  const { stringData, ...rest } = secret;
  if (!isJsonObject(stringData)) return secret;
  const encode = (text: unknown) => Buffer.from(String(text), "utf8").toString("base64");
  const encoded = Object.keys(stringData).map((key): [string, string] => [key, encode(getOwn(stringData, key))]);
  const data = isJsonObject(rest.data) ? rest.data : {};
  return { ...rest, data: { ...data, ...Object.fromEntries(encoded) } };
}
