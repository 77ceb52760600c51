/**
 * The security levels of namespaces. Pods are refused where the level is enforced; for what makes pods there are warnings and audit notes
 * alone. A namespace that gets a stricter level is told which of its pods would not have been admitted.
 */
import type { AdmissionAttributes, AdmissionPlugin, Storage } from "@pintle/apiserver";
import { ApiError, formatGroupResource, isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, valueAt } from "../../builtin/json-fields.ts";
import type { StoredObjects } from "../stored-objects.ts";
import { describeOffenders } from "./offending-pods.ts";
import type { SecuredPod } from "./pod-fields.ts";
import { findViolations, formatViolations } from "./security-checks.ts";
import {
  compareLevels,
  equalLevels,
  formatLevel,
  isPrivileged,
  type LevelVersion,
  readSecurityPolicy,
  type SecurityPolicy,
} from "./security-policy.ts";

const auditPrefix = "pod-security.kubernetes.io/";

/** Where the pod stands in what makes pods. */
const templatePaths: ReadonlyMap<string, string> = new Map([
  ["replicationcontrollers", "spec.template"],
  ["podtemplates", "template"],
  ["replicasets.apps", "spec.template"],
  ["deployments.apps", "spec.template"],
  ["statefulsets.apps", "spec.template"],
  ["daemonsets.apps", "spec.template"],
  ["jobs.batch", "spec.template"],
  ["cronjobs.batch", "spec.jobTemplate.spec.template"],
]);

export const securedResources: readonly string[] = ["pods", "namespaces", ...templatePaths.keys()];

/** Through all other subresources the spec of a pod can be changed. */
const harmlessSubresources: ReadonlySet<string> = new Set([
  ...["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"],
]);

export function createPodSecurity(storage: Storage, objects: StoredObjects): AdmissionPlugin {
  async function judgePod(attributes: AdmissionAttributes, pod: JsonObject): Promise<void> {
    const { subresource, operation, old } = attributes;
    if (harmlessSubresources.has(subresource)) return;
    const { namespace } = attributes;
    const found = await objects.get("namespaces", "", namespace);
    if (found === undefined) throw ApiError.internalError(`failed to lookup namespace ${quoteGo(namespace)}`);
    const { policy, errors } = readSecurityPolicy(found);
    if (errors.length === 0 && isPrivileged(policy)) {
      annotate(attributes, "enforce-policy", "privileged:latest");
      return;
    }
    if (operation === "UPDATE" && old && !isSignificant(pod, old)) return;
    noteErrors(attributes, errors);
    const secured = { annotations: objectAt(pod, "metadata.annotations"), spec: objectAt(pod, "spec") };
    annotate(attributes, "enforce-policy", formatLevel(policy.enforce));
    const violations = findViolations(policy.enforce, secured);
    tellAudit(attributes, policy, secured);
    if (violations.length > 0) {
      const why = `violates PodSecurity "${formatLevel(policy.enforce)}": ${formatViolations(violations)}`;
      throw ApiError.forbidden(attributes.endpoint.groupResource, attributes.name, why);
    }
    warn(attributes, policy, secured);
  }

  async function judgeTemplate(attributes: AdmissionAttributes, template: JsonObject): Promise<void> {
    const { namespace } = attributes;
    const found = await objects.get("namespaces", "", namespace);
    if (found === undefined) {
      const why = ApiError.notFound({ group: "", resource: "namespaces" }, namespace).message;
      return annotate(attributes, "error", `failed to lookup namespace ${quoteGo(namespace)}: ${why}`);
    }
    const { policy, errors } = readSecurityPolicy(found);
    const isSilent = policy.warn.level === "privileged" && policy.audit.level === "privileged";
    if (isSilent && errors.length === 0) return;
    noteErrors(attributes, errors);
    const secured = { annotations: objectAt(template, "metadata.annotations"), spec: objectAt(template, "spec") };
    tellAudit(attributes, policy, secured);
    warn(attributes, policy, secured);
  }

  async function judgeNamespace(attributes: AdmissionAttributes, namespace: JsonObject): Promise<void> {
    const { policy, errors } = readSecurityPolicy(namespace);
    const before = attributes.operation === "UPDATE" && attributes.old ? readSecurityPolicy(attributes.old) : undefined;
    const known = before?.errors.map(String) ?? [];
    if (errors.length > 0 && errors.map(String).join() !== known.join()) {
      throw ApiError.invalid({ group: "", kind: "Namespace" }, attributes.name, errors);
    }
    if (!before || !isStricter(policy.enforce, before.policy.enforce)) return;
    const name = textAt(namespace, "metadata.name");
    attributes.context.warnings.push(
      ...(await describeOffenders(storage, name, policy.enforce, attributes.context.clock)),
    );
  }

  return {
    async validate(attributes) {
      const { endpoint, object, operation, subresource } = attributes;
      if (!object || (operation !== "CREATE" && operation !== "UPDATE")) return;
      const resource = formatGroupResource(endpoint.groupResource);
      if (resource === "pods") return judgePod(attributes, object);
      if (subresource !== "") return;
      if (resource === "namespaces") return judgeNamespace(attributes, object);
      const path = templatePaths.get(resource);
      const template = path === undefined ? undefined : valueAt(object, path);
      if (isJsonObject(template)) await judgeTemplate(attributes, template);
    },
  };
}

function isStricter(level: LevelVersion, before: LevelVersion): boolean {
  if (equalLevels(level, before) || level.level === "privileged") return false;
  return level.minor !== before.minor || compareLevels(level.level, before.level) > 0;
}

/** Of a pod that is there, hardly more than its images can change. */
function isSignificant(pod: JsonObject, old: JsonObject): boolean {
  const imagesOf = (object: JsonObject, path: string) => objectsAt(object, path).map((one) => textAt(one, "image"));
  const isSame = ["spec.containers", "spec.initContainers"].every((path) => {
    const [images, before] = [imagesOf(pod, path), imagesOf(old, path)];
    return images.length === before.length && images.every((image, index) => image === before[index]);
  });
  if (!isSame) return true;
  const path = "spec.ephemeralContainers";
  const before = new Map(objectsAt(old, path).map((one) => [textAt(one, "name"), textAt(one, "image")]));
  return objectsAt(pod, path).some((one) => before.get(textAt(one, "name")) !== textAt(one, "image"));
}

function annotate({ context }: AdmissionAttributes, key: string, value: string): void {
  context.auditAnnotations.set(auditPrefix + key, value);
}

function noteErrors(attributes: AdmissionAttributes, errors: readonly { toString(): string }[]): void {
  if (errors.length === 0) return;
  const texts = errors.map(String);
  const joined = texts.length > 1 ? `[${texts.join(", ")}]` : texts.join();
  annotate(attributes, "error", `Failed to parse policy: ${joined}`);
}

function tellAudit(attributes: AdmissionAttributes, { audit }: SecurityPolicy, pod: SecuredPod): void {
  const text = describe(audit, pod);
  if (text !== undefined) annotate(attributes, "audit-violations", text);
}

function warn({ context }: AdmissionAttributes, policy: SecurityPolicy, pod: SecuredPod): void {
  const text = describe(policy.warn, pod);
  if (text !== undefined && !context.warnings.includes(text)) context.warnings.push(text);
}

function describe(level: LevelVersion, pod: SecuredPod): string | undefined {
  const violations = findViolations(level, pod);
  if (violations.length === 0) return undefined;
  return `would violate PodSecurity "${formatLevel(level)}": ${formatViolations(violations)}`;
}
