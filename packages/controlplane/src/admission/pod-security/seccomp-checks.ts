/** Which system calls a pod may make: by a profile that is known, and at the restricted level by one that is named. */
import { getOwn, type JsonObject, quoteGo } from "@pintle/machinery";
import { textAt } from "../../builtin/json-fields.ts";
import {
  containersOf,
  nameContainers,
  nameSetters,
  namesOf,
  partsAt,
  plural,
  quoteAll,
  type SecuredPod,
  type SecurityCheck,
  sortedSet,
  type Violation,
} from "./pod-fields.ts";

const reason = "seccompProfile";
const podAnnotation = "seccomp.security.alpha.kubernetes.io/pod";
const containerAnnotation = "container.seccomp.security.alpha.kubernetes.io/";

/** Before there was a field. */
export const checkSeccompAnnotations: SecurityCheck = (pod) => {
  const keys = [podAnnotation, ...namesOf(containersOf(pod)).map((name) => containerAnnotation + name)];
  const forbidden = sortedSet(
    keys.flatMap((key) => {
      const value = getOwn(pod.annotations, key);
      return typeof value !== "string" || isKnownAnnotation(value) ? [] : [`${key}=${quoteGo(value)}`];
    }),
  );
  if (forbidden.length === 0) return undefined;
  return { reason, detail: `forbidden ${plural("annotation", forbidden.length)} ${forbidden.join(", ")}` };
};

function isKnownAnnotation(value: string): boolean {
  return value === "runtime/default" || value === "docker/default" || value.startsWith("localhost/");
}

export const checkSeccompProfile: SecurityCheck = (pod) => {
  const { own, ofContainers } = partsAt(pod, "seccompProfile");
  const isPodBad = own !== undefined && !isKnown(own);
  const bad = ofContainers.filter(([, profile]) => !isKnown(profile));
  if (!isPodBad && bad.length === 0) return undefined;
  const types = [...(isPodBad ? [own] : []), ...bad.map(([, profile]) => profile)].map(typeOf);
  const who = nameSetters(
    isPodBad,
    bad.map(([container]) => container),
  );
  return { reason, detail: `${who} must not set securityContext.seccompProfile.type to ${quoteAll(sortedSet(types))}` };
};

export const checkSeccompIsSet: SecurityCheck = (pod) => checkSeccompProfile(pod) ?? checkNoneMissing(pod);

function checkNoneMissing(pod: SecuredPod): Violation | undefined {
  const { own, ofContainers } = partsAt(pod, "seccompProfile");
  if (own) return undefined;
  const set = new Set(ofContainers.map(([container]) => container));
  const missing = containersOf(pod).filter((container) => !set.has(container));
  if (missing.length === 0) return undefined;
  const wanted = 'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason, detail: `pod or ${nameContainers(missing)} must set ${wanted}` };
}

function typeOf(profile: JsonObject): string {
  return textAt(profile, "type");
}

function isKnown(profile: JsonObject): boolean {
  return typeOf(profile) === "RuntimeDefault" || typeOf(profile) === "Localhost";
}
