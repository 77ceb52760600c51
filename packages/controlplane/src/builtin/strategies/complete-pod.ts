/**
 * What the server writes into a new pod beyond defaults: label keys become requirements of the selectors that they stand beside, and the profile
 * that an old annotation names becomes a field.
 */
import { equalJson, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import {
  changeField,
  changeItems,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
  withField,
  withValueAt,
} from "../json-fields.ts";

type Change = (object: JsonObject) => JsonObject;

export function withMatchedLabels(pod: JsonObject): JsonObject {
  const labels = objectAt(pod, "metadata.labels");
  const select: Change = (holder) => withRequirements(holder, labels);
  return changeField(pod, "spec", (spec) =>
    changeField(changeItems(spec, "topologySpreadConstraints", select), "affinity", inAffinity(select)),
  );
}

function inAffinity(select: Change): Change {
  const inTerms: Change = (terms) => {
    const preferred = changeItems(terms, "preferredDuringSchedulingIgnoredDuringExecution", (weighted) =>
      changeField(weighted, "podAffinityTerm", select),
    );
    return changeItems(preferred, "requiredDuringSchedulingIgnoredDuringExecution", select);
  };
  return (affinity) => changeField(changeField(affinity, "podAffinity", inTerms), "podAntiAffinity", inTerms);
}

/** Without a selector nothing is selected, whatever the keys. */
function withRequirements(holder: JsonObject, labels: JsonObject): JsonObject {
  const require = (list: string, operator: string): JsonValue[] =>
    textsAt(holder, list).flatMap((key) => {
      const value = getOwn(labels, key);
      return value === undefined ? [] : [{ key, operator, values: [value] }];
    });
  const added = [...require("matchLabelKeys", "In"), ...require("mismatchLabelKeys", "NotIn")];
  if (added.length === 0 || !isJsonObject(getOwn(holder, "labelSelector"))) return holder;
  return changeField(holder, "labelSelector", (selector) =>
    withField(selector, "matchExpressions", [...objectsAt(selector, "matchExpressions"), ...added]),
  );
}

const annotationPrefix = "container.apparmor.security.beta.kubernetes.io/";
const containerLists = ["initContainers", "containers", "ephemeralContainers"];

/** The warnings are told whether the pod is taken or not. */
export function withAppArmorFields(pod: JsonObject, warn: (warning: string) => void): JsonObject {
  const annotations = objectAt(pod, "metadata.annotations");
  const isConcerned = Object.keys(annotations).some((key) => key.startsWith(annotationPrefix));
  if (!isConcerned || textAt(pod, "spec.os.name") === "windows") return pod;
  const ofPod = valueAt(pod, "spec.securityContext.appArmorProfile");
  const complete: Change = (container) => {
    const key = annotationPrefix + textAt(container, "name");
    const annotation = getOwn(annotations, key);
    if (annotation === undefined || valueAt(container, "securityContext.appArmorProfile") !== undefined)
      return container;
    const profile = profileOf(String(annotation));
    if (profile !== undefined && ofPod !== undefined && equalJson(profile, ofPod)) return container;
    warn(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
    return profile === undefined ? container : withValueAt(container, "securityContext.appArmorProfile", profile);
  };
  return changeField(pod, "spec", (spec) =>
    containerLists.reduce((changed, list) => changeItems(changed, list, complete), spec),
  );
}

const localhost = "localhost/";
const maxProfileBytes = 4095;

function profileOf(annotation: string): JsonObject | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  if (!annotation.startsWith(localhost)) return undefined;
  const localhostProfile = annotation.slice(localhost.length);
  const isFine = localhostProfile !== "" && localhostProfile.trim() === localhostProfile;
  if (!isFine || Buffer.byteLength(localhostProfile) > maxProfileBytes) return undefined;
  return { type: "Localhost", localhostProfile };
}
