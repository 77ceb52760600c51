/**
 * Every pod runs as a service account of its namespace: `default` unless it says which. The account must exist; its token is mounted into
 * all containers and its pull secrets are used, unless the account or the pod say otherwise. Pods that nodes made are left as they are.
 */
import { type AdmissionAttributes, type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import { ApiError, createFailureStatus, getOwn, type JsonObject, randomBelow } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, valueAt, withField, withValueAt } from "../../builtin/json-fields.ts";
import type { StoredObjects } from "../stored-objects.ts";
import { complainOfEphemeralSecrets, complainOfSecrets, refersToSecrets } from "./secret-references.ts";
import { mountToken } from "./token-volume.ts";

const mirrorAnnotation = "kubernetes.io/config.mirror";
const strictAnnotation = "kubernetes.io/enforce-mountable-secrets";
const defaultAccount = "default";
/** The account that every namespace has is made by a controller, which may take its time. */
const defaultTries = 10;

export function createServiceAccount(objects: StoredObjects): AdmissionPlugin {
  async function findAccount(attributes: AdmissionAttributes, name: string): Promise<JsonObject> {
    const { context, namespace } = attributes;
    const waitMs = 100 + randomBelow(context.random, 100);
    for (let tries = name === defaultAccount ? defaultTries : 1; tries > 0; tries -= 1) {
      const found = await objects.get("serviceaccounts", namespace, name);
      if (found) return found;
      if (tries > 1)
        await context.clock.sleep(waitMs, { label: "the default account", kind: "work", signal: context.signal });
    }
    const absent = ApiError.notFound({ group: "", resource: "serviceaccount" }, name).message;
    throw forbidRequest(attributes, `error looking up service account ${namespace}/${name}: ${absent}`);
  }

  async function checkPod(attributes: AdmissionAttributes, pod: JsonObject): Promise<void> {
    if (isMirror(pod)) return checkMirror(attributes, pod);
    checkSecrets(attributes, pod, await findAccount(attributes, nameOf(attributes, pod)));
  }

  async function checkEphemeral(attributes: AdmissionAttributes, pod: JsonObject): Promise<void> {
    const account = await findAccount(attributes, nameOf(attributes, pod));
    const complaint = isStrict(account) ? complainOfEphemeralSecrets(account, pod) : undefined;
    // Upstream forgets to call this one forbidden, and so it counts as unexpected.
    if (complaint !== undefined) throw new ApiError(createFailureStatus("", complaint));
  }

  return {
    async mutate(attributes) {
      const { object: pod, operation } = attributes;
      if (!pod || operation !== "CREATE" || !isPod(attributes) || attributes.subresource !== "") return pod;
      if (isMirror(pod)) {
        checkMirror(attributes, pod);
        return pod;
      }
      const name = textAt(pod, "spec.serviceAccountName") || defaultAccount;
      const account = await findAccount(attributes, name);
      const named = withValueAt(withValueAt(pod, "spec.serviceAccountName", name), "spec.serviceAccount", name);
      const mounted = mountsToken(account, named) ? mountToken(named, attributes.context.random) : named;
      const completed = withPullSecrets(mounted, account);
      // It is judged here already, so that this is told before anything else that is wrong with the pod.
      checkSecrets(attributes, completed, account);
      return completed;
    },
    async validate(attributes) {
      const { object: pod, operation, subresource } = attributes;
      if (!pod || !isPod(attributes)) return;
      if (operation === "UPDATE" && subresource === "ephemeralcontainers") await checkEphemeral(attributes, pod);
      if (operation === "CREATE" && subresource === "") await checkPod(attributes, pod);
    },
  };
}

function isPod({ endpoint: { groupResource } }: AdmissionAttributes): boolean {
  return groupResource.group === "" && groupResource.resource === "pods";
}

function isMirror(pod: JsonObject): boolean {
  return getOwn(objectAt(pod, "metadata.annotations"), mirrorAnnotation) !== undefined;
}

/** Nodes show what they run by themselves, and that has no rights. */
function checkMirror(attributes: AdmissionAttributes, pod: JsonObject): void {
  if (textAt(pod, "spec.serviceAccountName") !== "") {
    throw forbidRequest(attributes, "a mirror pod may not reference service accounts");
  }
  if (refersToSecrets(pod)) throw forbidRequest(attributes, "a mirror pod may not reference secrets");
  const sources = objectsAt(pod, "spec.volumes").flatMap((volume) => objectsAt(volume, "projected.sources"));
  if (sources.some((source) => (getOwn(source, "serviceAccountToken") ?? null) !== null)) {
    throw forbidRequest(attributes, "a mirror pod may not use ServiceAccountToken volume projections");
  }
}

function checkSecrets(attributes: AdmissionAttributes, pod: JsonObject, account: JsonObject): void {
  const complaint = isStrict(account) ? complainOfSecrets(account, pod) : undefined;
  if (complaint !== undefined) throw forbidRequest(attributes, complaint);
}

function nameOf(attributes: AdmissionAttributes, pod: JsonObject): string {
  const name = textAt(pod, "spec.serviceAccountName");
  if (name !== "") return name;
  const place = `${attributes.namespace}/${textAt(pod, "metadata.name")}`;
  throw forbidRequest(attributes, `no service account specified for pod ${place}`);
}

function mountsToken(account: JsonObject, pod: JsonObject): boolean {
  const wish = valueAt(pod, "spec.automountServiceAccountToken") ?? getOwn(account, "automountServiceAccountToken");
  return wish !== false;
}

function withPullSecrets(pod: JsonObject, account: JsonObject): JsonObject {
  if (objectsAt(pod, "spec.imagePullSecrets").length > 0) return pod;
  const secrets = objectsAt(account, "imagePullSecrets").map((secret) => withField({}, "name", textAt(secret, "name")));
  return secrets.length === 0 ? pod : withValueAt(pod, "spec.imagePullSecrets", secrets);
}

/** Whether pods may only use the secrets that the account names. */
function isStrict(account: JsonObject): boolean {
  const value = getOwn(objectAt(account, "metadata.annotations"), strictAnnotation);
  return typeof value === "string" && ["1", "t", "T", "TRUE", "true", "True"].includes(value);
}
