/** The object that a token is bound to: it is good only as long as that is there. */
import { ApiError, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { ObjectAccess } from "../built-in-options.ts";
import { textAt } from "../json-fields.ts";

const claims: ReadonlyMap<string, string> = new Map([
  ["Pod", "pod"],
  ["Node", "node"],
  ["Secret", "secret"],
]);

export interface TokenOwner {
  readonly name: string;
  readonly namespace: string;
}

/** The claims that a token makes about it, by kind; none where it is bound to nothing. */
export async function claimBoundObject(
  objects: ObjectAccess,
  owner: TokenOwner,
  spec: JsonObject,
): Promise<JsonObject> {
  const { boundObjectRef } = spec;
  if (!isJsonObject(boundObjectRef)) return {};
  const [kind, name] = [textAt(boundObjectRef, "kind"), textAt(boundObjectRef, "name")];
  const [version = "", group = ""] = textAt(boundObjectRef, "apiVersion").split("/").toReversed();
  const claim = claims.get(kind);
  if (group !== "" || claim === undefined) {
    throw ApiError.badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  if (name === "") throw ApiError.badRequest("Name parameter required.");
  const namespace = kind === "Node" ? "" : owner.namespace;
  const object = await objects.get({ group: "", plural: `${claim}s`, namespace, name });
  if (kind === "Pod" && textAt(object, "spec.serviceAccountName") !== owner.name) {
    throw ApiError.badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(owner.name)} to pod running with different serviceaccount name.`,
    );
  }
  const [uid, askedUid] = [textAt(object, "metadata.uid"), textAt(boundObjectRef, "uid")];
  if (askedUid !== "" && askedUid !== uid) {
    const why =
      `the UID in the bound object reference (${askedUid}) does not match the UID in record. ` +
      "The object might have been deleted and then recreated";
    throw ApiError.conflict({ group: "", resource: kind }, name, why);
  }
  const node = kind === "Pod" ? await claimNode(objects, textAt(object, "spec.nodeName")) : {};
  return { [claim]: { name, uid }, ...node };
}

/** Where the pod runs. A node that is not there is told by its name alone. */
async function claimNode(objects: ObjectAccess, name: string): Promise<JsonObject> {
  if (name === "") return {};
  try {
    const node = await objects.get({ group: "", plural: "nodes", namespace: "", name });
    return { node: { name, uid: textAt(node, "metadata.uid") } };
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
    return { node: { name } };
  }
}
