/** What the status of a pod may say: addresses that can be, conditions by name, and nothing that has ended begins again. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  isJsonObject,
  type JsonObject,
  validateDns1123Subdomain,
  validateQualifiedName,
} from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { addressFamily, checkLegacyIp } from "./addresses.ts";
import { checkImmutable, invalidAll } from "./checks.ts";
import { validateClaimStatuses } from "./pod-claim-status-rules.ts";

const path = fieldPath("status");
const systemConditions = new Set(["PodScheduled", "Ready", "Initialized"]);

export function validatePodStatus(pod: JsonObject, old: JsonObject): FieldError[] {
  const status = objectAt(pod, "status");
  const generation = numberAt(status, "observedGeneration") ?? 0;
  return [
    ...checkConditions(objectsAt(status, "conditions")),
    ...checkNomination(pod, old),
    ...(generation < 0
      ? [FieldError.invalid(path.child("observedGeneration"), generation, "must be a non-negative integer")]
      : []),
    ...checkImmutable(pod, old, "status.qosClass", path.child("qosClass"), ""),
    ...["containers", "initContainers"].flatMap((list) => keepEnded(pod, old, list)),
    ...validateClaimStatuses(pod),
    ...checkAddresses(pod, old, "podIPs"),
    ...checkHostAddress(status),
    ...checkAddresses(pod, old, "hostIPs"),
    ...objectsAt(status, "ephemeralContainerStatuses").flatMap((container, index) =>
      listAt(container, "allocatedResourcesStatus").length > 0
        ? [
            FieldError.forbidden(
              path.child("ephemeralContainerStatuses").index(index).child("allocatedResourcesStatus"),
              "must not be specified in container status",
            ),
          ]
        : [],
    ),
  ];
}

function checkConditions(conditions: readonly JsonObject[]): FieldError[] {
  return conditions.flatMap((condition, index) => {
    const at = path.child("conditions").index(index);
    const [type, generation] = [textAt(condition, "type"), numberAt(condition, "observedGeneration") ?? 0];
    return [
      ...(generation < 0
        ? [FieldError.invalid(at.child("observedGeneration"), generation, "must be a non-negative integer")]
        : []),
      ...(systemConditions.has(type) ? [] : invalidAll(at.child("Type"), type, validateQualifiedName(type))),
    ];
  });
}

function checkNomination(pod: JsonObject, old: JsonObject): FieldError[] {
  const [name, before] = [textAt(pod, "status.nominatedNodeName"), textAt(old, "status.nominatedNodeName")];
  if (name === "" || name === before) return [];
  const at = path.child("nominatedNodeName");
  const isBound = textAt(old, "spec.nodeName") !== "";
  return [
    ...invalidAll(at, name, validateDns1123Subdomain(name)),
    ...(isBound ? [FieldError.forbidden(at, "may not be set on pods that are already bound to a node")] : []),
  ];
}

/** A container that has ended stays so, unless it is one that is started again. */
function keepEnded(pod: JsonObject, old: JsonObject, list: string): FieldError[] {
  const key = list === "containers" ? "containerStatuses" : "initContainerStatuses";
  const spec = objectAt(old, "spec");
  if (canAllRestart(spec)) return [];
  return objectsAt(old, `status.${key}`).flatMap((before, index) => {
    const ended = objectAt(before, "state").terminated;
    if (!isJsonObject(ended)) return [];
    const now = objectsAt(pod, `status.${key}`).find(({ name }) => name === before.name);
    if (now === undefined || isJsonObject(objectAt(now, "state").terminated)) return [];
    const container = objectsAt(spec, list).find(({ name }) => name === before.name);
    if (container && shouldRestart(container, spec, numberAt(ended, "exitCode") ?? 0)) return [];
    const at = path.child(key).index(index).child("state");
    return [FieldError.forbidden(at, "may not be transitioned to non-terminated state")];
  });
}

function canAllRestart(spec: JsonObject): boolean {
  return ["containers", "initContainers"].some((list) =>
    objectsAt(spec, list).some((container) =>
      objectsAt(container, "restartPolicyRules").some(({ action }) => action === "RestartAllContainers"),
    ),
  );
}

/** Its own rules come first, then its own policy, then the pod's. */
function shouldRestart(container: JsonObject, spec: JsonObject, exitCode: number): boolean {
  const isMeant = objectsAt(container, "restartPolicyRules").some((rule) => {
    const isListed = listAt(rule, "exitCodes.values").map(Number).includes(exitCode);
    return rule.action === "Restart" && isListed === (textAt(rule, "exitCodes.operator") === "In");
  });
  const policy = textAt(container, "restartPolicy") || textAt(spec, "restartPolicy");
  return isMeant || policy === "Always" || (policy === "OnFailure" && exitCode !== 0);
}

function addressesOf(pod: JsonObject, list: string): string[] {
  return objectsAt(pod, `status.${list}`).map((address) => textAt(address, "ip"));
}

/** One address of each family; those that the pod has already are not looked at again. */
function checkAddresses(pod: JsonObject, old: JsonObject, list: string): FieldError[] {
  const addresses = addressesOf(pod, list);
  if (addresses.length === 0) return [];
  const known = addressesOf(old, list);
  const at = path.child(list);
  const errors = addresses.flatMap((ip, index) => (known.includes(ip) ? [] : checkLegacyIp(ip, at.index(index))));
  return addresses.length === 1 ? errors : [...errors, ...checkDualStack(addresses, at)];
}

function checkDualStack(addresses: readonly string[], at: FieldPath): FieldError[] {
  const families = addresses.map(addressFamily);
  const unreadable = families.indexOf(0);
  if (unreadable < 0 && addresses.length === 2 && families[0] !== families[1]) return [];
  const why = `failed to check for dual stack with error:invalid IP[${unreadable}]: ${addresses[unreadable]}`;
  return [
    ...(unreadable < 0 ? [] : [FieldError.internal(at, why)]),
    FieldError.invalid(
      at,
      addresses.map((ip) => ({ IP: ip })),
      "may specify no more than one IP for each IP family",
    ),
  ];
}

function checkHostAddress(status: JsonObject): FieldError[] {
  const [first] = objectsAt(status, "hostIPs");
  if (first === undefined || textAt(first, "ip") === textAt(status, "hostIP")) return [];
  const at = path.child("hostIPs").index(0).child("ip");
  return [FieldError.invalid(at, textAt(first, "ip"), "must be equal to `hostIP`")];
}
