/** Nodes get tokens for the pods that run on them, and for audiences for which those pods want them. */
import { decodeStored } from "@pintle/apiserver";
import { ApiError, type JsonObject, quoteGo } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../../builtin/json-fields.ts";
import { joinComplaints } from "../join-complaints.ts";
import { type NodeRequest, type NodeRestrictionParts, readPod, refuse } from "./node-request.ts";

export async function restrictToken(request: NodeRequest, parts: NodeRestrictionParts): Promise<void> {
  const { attributes, node } = request;
  const { operation, subresource, object = {}, namespace } = attributes;
  if (operation !== "CREATE" || subresource !== "token") return;
  const bound = objectAt(object, "spec.boundObjectRef");
  const [name, uid] = [textAt(bound, "name"), textAt(bound, "uid")];
  if (textAt(bound, "apiVersion") !== "v1" || textAt(bound, "kind") !== "Pod" || name === "") {
    throw refuse(request, "node requested token not bound to a pod");
  }
  if (uid === "") throw refuse(request, "node requested token with a pod binding without a uid");
  const pod = await readPod(parts, namespace, name);
  if (uid !== textAt(pod, "metadata.uid")) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record`;
    throw refuse(request, `${why}. The object might have been deleted and then recreated`);
  }
  if (textAt(pod, "spec.nodeName") !== node) {
    throw refuse(request, "node requested token bound to a pod scheduled on a different node");
  }
  await checkAudience(request, parts, pod, textsAt(object, "spec.audiences"));
}

async function checkAudience(
  request: NodeRequest,
  parts: NodeRestrictionParts,
  pod: JsonObject,
  audiences: readonly string[],
): Promise<void> {
  if (audiences.length > 1) throw refuse(request, "node may only request 0 or 1 audiences");
  const { context, namespace, name } = request.attributes;
  const [audience = ""] = audiences;
  if (await wantsAudience(request, parts, pod, audience)) return;
  const { user, info } = context;
  const asked = { group: "", version: "v1", resource: audience, subresource: "", namespace, name, isResource: true };
  const verb = "request-serviceaccounts-token-audience";
  const { decision } = await parts.authorizer({ user, request: { ...info, ...asked, verb } });
  if (decision === "allow") return;
  const why = `${user.name} is not authorized to request tokens for this audience`;
  throw refuse(request, `audience ${quoteGo(audience)} not found in pod spec volume, ${why}`);
}

/** By a volume of its own, or by the driver of one. */
async function wantsAudience(
  request: NodeRequest,
  parts: NodeRestrictionParts,
  pod: JsonObject,
  audience: string,
): Promise<boolean> {
  const problems: string[] = [];
  for (const volume of objectsAt(pod, "spec.volumes")) {
    const tokens = objectsAt(volume, "projected.sources").filter((source) => source.serviceAccountToken);
    if (tokens.some((token) => textAt(token, "serviceAccountToken.audience") === audience)) return true;
    try {
      const driver = await driverOf(request, parts, pod, volume);
      if (driver === "") continue;
      const found = await readObject(parts, "csidriver.storage.k8s.io", "csidrivers", driver);
      const requests = objectsAt(found, "spec.tokenRequests");
      if (requests.some((wanted) => textAt(wanted, "audience") === audience)) return true;
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
      problems.push(ApiError.find(error)?.message ?? "");
    }
  }
  if (problems.length === 0) return false;
  throw refuse(request, `error validating audience ${quoteGo(audience)}: ${joinComplaints(problems)}`);
}

async function driverOf(
  { attributes: { namespace } }: NodeRequest,
  parts: NodeRestrictionParts,
  pod: JsonObject,
  volume: JsonObject,
): Promise<string> {
  const claim = volume.ephemeral
    ? `${textAt(pod, "metadata.name")}-${textAt(volume, "name")}`
    : textAt(volume, "persistentVolumeClaim.claimName");
  if (claim === "") return textAt(volume, "csi.driver");
  const stored = await readObject(parts, "persistentvolumeclaim", "persistentvolumeclaims", claim, namespace);
  const bound = await readObject(parts, "persistentvolume", "persistentvolumes", textAt(stored, "spec.volumeName"));
  return textAt(bound, "spec.csi.driver");
}

async function readObject(
  { storage }: NodeRestrictionParts,
  title: string,
  plural: string,
  name: string,
  namespace = "",
): Promise<JsonObject> {
  const place = namespace === "" ? name : `${namespace}/${name}`;
  const { entry } = await storage.get(`/registry/${plural}/${place}`);
  if (entry) return decodeStored(entry);
  throw ApiError.notFound({ group: "", resource: title }, name);
}
