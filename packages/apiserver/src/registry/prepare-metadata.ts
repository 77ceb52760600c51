/** What the server itself writes into metadata before an object is created or changed, and what it takes over from the request. */
import { ApiError, formatTime, generateName, type JsonObject, type Random } from "@pintle/machinery";
import { metadataNumber, metadataText, withMetadata } from "./object-metadata.ts";

/** Whatever a client says of these on create is dropped. */
export function withoutSystemFields(object: JsonObject): JsonObject {
  return withMetadata(object, {
    creationTimestamp: undefined,
    uid: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
  });
}

/** A uid, a time, and a name where one is to be generated. */
export function withSystemFields(object: JsonObject, nowMs: number, random: Random): JsonObject {
  const prefix = metadataText(object, "generateName");
  const given = metadataText(object, "name");
  const name = given === "" && prefix !== "" ? generateName(prefix, random) : given;
  return withMetadata(object, {
    creationTimestamp: formatTime(nowMs),
    uid: random.uuid(),
    ...(name !== "" && { name }),
  });
}

/** The object in the namespace of the request; one that names another is refused. Cluster-scoped objects lose theirs. */
export function inNamespaceOf(object: JsonObject, namespace: string): JsonObject {
  const own = metadataText(object, "namespace");
  if (own !== "" && namespace !== "" && own !== namespace) {
    throw ApiError.badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  return withMetadata(object, { namespace: namespace === "" ? undefined : namespace });
}

/** The object in an update has to be named as in the URL. */
export function checkNameOfUrl(object: JsonObject, name: string): void {
  const own = metadataText(object, "name");
  if (own === "") {
    throw ApiError.badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (own !== name) {
    throw ApiError.badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`);
  }
}

/** What an update cannot change is taken from the object as it is; a deletion that has begun goes on. */
export function withSystemFieldsOf(object: JsonObject, old: JsonObject): JsonObject {
  const taken = (key: string) => metadataText(old, key) || undefined;
  const grace = metadataNumber(old, "deletionGracePeriodSeconds");
  return withMetadata(object, {
    selfLink: undefined,
    uid: metadataText(object, "uid") || taken("uid"),
    ...(taken("creationTimestamp") && { creationTimestamp: taken("creationTimestamp") }),
    ...(taken("deletionTimestamp") && { deletionTimestamp: taken("deletionTimestamp") }),
    ...(grace !== undefined &&
      metadataNumber(object, "deletionGracePeriodSeconds") === undefined && { deletionGracePeriodSeconds: grace }),
  });
}
