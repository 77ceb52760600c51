/** Profiles of seccomp and AppArmor that a new pod names twice, in an annotation of old times and in a field: both have to say the same. */
import { FieldError, type FieldPath, fieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, valueAt } from "../json-fields.ts";

const path = fieldPath("spec");
const localhost = "localhost/";

interface ProfileSort {
  readonly name: string;
  readonly field: string;
  readonly annotationPrefix: string;
  /** What annotations say for `RuntimeDefault`. */
  readonly runtimeDefaults: readonly string[];
}

const seccomp: ProfileSort = {
  name: "seccomp",
  field: "seccompProfile",
  annotationPrefix: "container.seccomp.security.alpha.kubernetes.io/",
  runtimeDefaults: ["runtime/default", "docker/default"],
};

const appArmor: ProfileSort = {
  name: "apparmor",
  field: "appArmorProfile",
  annotationPrefix: "container.apparmor.security.beta.kubernetes.io/",
  runtimeDefaults: ["runtime/default"],
};

export function validateProfileAnnotations(pod: JsonObject): FieldError[] {
  const annotations = objectAt(pod, "metadata.annotations");
  if (Object.keys(annotations).length === 0) return [];
  const ofPod = getOwn(annotations, "seccomp.security.alpha.kubernetes.io/pod");
  const isWindows = textAt(pod, "spec.os.name") === "windows";
  return [
    ...compare(ofPod, valueAt(pod, "spec.securityContext.seccompProfile"), seccomp, path.child("securityContext")),
    ...compareContainers(pod, seccomp, undefined),
    ...(isWindows ? [] : compareContainers(pod, appArmor, valueAt(pod, "spec.securityContext.appArmorProfile"))),
  ];
}

/** `inherited` is the profile of containers that have none of their own. */
function compareContainers(pod: JsonObject, sort: ProfileSort, inherited: unknown): FieldError[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsAt(pod, `spec.${list}`).flatMap((container, index) => {
      const annotation = getOwn(
        objectAt(pod, "metadata.annotations"),
        sort.annotationPrefix + textAt(container, "name"),
      );
      const profile = valueAt(container, `securityContext.${sort.field}`) ?? inherited;
      return compare(annotation, profile, sort, path.child(list).index(index).child("securityContext"));
    }),
  );
}

function compare(annotation: unknown, profile: unknown, sort: ProfileSort, at: FieldPath): FieldError[] {
  if (typeof annotation !== "string" || !isJsonObject(profile)) return [];
  const forbid = (field: string, what: string) => [
    FieldError.forbidden(at.child(sort.field, field), `${sort.name} ${what} in annotation and field must match`),
  ];
  switch (profile.type) {
    case "Unconfined":
      return annotation === "unconfined" ? [] : forbid("type", "type");
    case "RuntimeDefault":
      return sort.runtimeDefaults.includes(annotation) ? [] : forbid("type", "type");
    case "Localhost":
      if (!annotation.startsWith(localhost)) return forbid("type", "type");
      return annotation.slice(localhost.length) === profile.localhostProfile
        ? []
        : forbid("localhostProfile", "profile");
    default:
      return [];
  }
}
