/** What is allowed in a pod or in a template of pods, and hardly meant: told in upstream's words, with the path that leads there. */
import { isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, valueAt } from "../json-fields.ts";
import { containerWarnings, portWarnings } from "./container-warnings.ts";
import { fractionWarnings } from "./fraction-warnings.ts";
import { nodeLabelWarning, nodeSelectorTermWarnings } from "./node-labels.ts";

/** A list of containers with the path to each. */
export type PlacedContainer = readonly [container: JsonObject, path: string];

const inBytes = ["memory", "ephemeral-storage"];

/** `prefix` is empty for a pod, and otherwise the path to the template: `spec.template.`. */
export function podWarnings(pod: JsonObject, prefix: string): string[] {
  const spec = objectAt(pod, "spec");
  const annotations = objectAt(pod, "metadata.annotations");
  const path = `${prefix}spec`;
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsAt(spec, list).map((container, index): PlacedContainer => [container, `${path}.${list}[${index}]`]),
  );
  return [
    ...nodeWarnings(spec, path),
    ...annotationWarnings(annotations, `${prefix}metadata.annotations`),
    ...volumeWarnings(spec, path),
    ...duplicateWarnings(spec, path),
    ...fractionWarnings(objectAt(spec, "overhead"), `${path}.overhead`, inBytes),
    ...seccompWarnings(spec, annotations, seccompOfPod, `${prefix}metadata.annotations`),
    ...containers.flatMap(([container, at]) => [
      ...seccompWarnings(container, annotations, seccompOfContainer(container), `${prefix}metadata.annotations`),
      ...inBytes.flatMap((name) =>
        ["limits", "requests"].flatMap((list) =>
          fractionWarnings(objectAt(container, `resources.${list}`), `${at}.resources.${list}`, [name]),
        ),
      ),
      ...containerWarnings(container, at),
    ]),
    ...portWarnings(containers),
    ...graceWarnings(spec, path),
    ...affinityWarnings(spec, path),
  ];
}

function nodeWarnings(spec: JsonObject, path: string): string[] {
  const affinity = objectAt(spec, "affinity.nodeAffinity");
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
  const at = `${path}.affinity.nodeAffinity`;
  return [
    ...Object.keys(objectAt(spec, "nodeSelector")).flatMap((label) => {
      const message = nodeLabelWarning(label);
      return message === undefined ? [] : [`${path}.nodeSelector[${label}]: ${message}`];
    }),
    ...objectsAt(affinity, `${required}.nodeSelectorTerms`).flatMap((term, index) =>
      nodeSelectorTermWarnings(term, `${at}.${required}.nodeSelectorTerms[${index}]`, false),
    ),
    ...objectsAt(affinity, preferred).flatMap((term, index) =>
      nodeSelectorTermWarnings(objectAt(term, "preference"), `${at}.${preferred}[${index}].preference`, true),
    ),
    ...objectsAt(spec, "topologySpreadConstraints").flatMap((constraint, index) => {
      const place = `${path}.topologySpreadConstraints[${index}]`;
      const key = textAt(constraint, "topologyKey");
      const message = nodeLabelWarning(key);
      return [
        ...(message === undefined ? [] : [`${place}.topologyKey: ${key} is ${message}`]),
        ...selectorWarnings(constraint, place),
      ];
    }),
  ];
}

function selectorWarnings(holder: JsonObject, path: string): string[] {
  const isThere = isJsonObject(holder.labelSelector);
  return isThere ? [] : [`${path}.labelSelector: a null labelSelector results in matching no pod`];
}

const deadAnnotations = Object.entries({
  "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
});

function annotationWarnings(annotations: JsonObject, path: string): string[] {
  return deadAnnotations.flatMap(([key, message]) =>
    Object.hasOwn(annotations, key) ? [`${path}[${key}]: ${message}`] : [],
  );
}

const seccompOfPod = "seccomp.security.alpha.kubernetes.io/pod";

function seccompOfContainer(container: JsonObject): string {
  return `container.seccomp.security.alpha.kubernetes.io/${textAt(container, "name")}`;
}

function seccompWarnings(holder: JsonObject, annotations: JsonObject, key: string, path: string): string[] {
  const hasField = isJsonObject(valueAt(holder, "securityContext.seccompProfile"));
  if (hasField || !Object.hasOwn(annotations, key)) return [];
  return [`${path}[${key}]: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

const deadVolumes = {
  photonPersistentDisk: "deprecated in v1.11, non-functional in v1.16+",
  gitRepo: "deprecated in v1.11, and disabled by default in v1.33+",
  scaleIO: "deprecated in v1.16, non-functional in v1.22+",
  flocker: "deprecated in v1.22, non-functional in v1.25+",
  storageos: "deprecated in v1.22, non-functional in v1.25+",
  quobyte: "deprecated in v1.22, non-functional in v1.25+",
  glusterfs: "deprecated in v1.25, non-functional in v1.26+",
  cephfs: "deprecated in v1.28, non-functional in v1.31+",
  rbd: "deprecated in v1.28, non-functional in v1.31+",
};

function volumeWarnings(spec: JsonObject, path: string): string[] {
  const volumes = objectsAt(spec, "volumes");
  const dead = volumes.flatMap((volume, index) =>
    Object.entries(deadVolumes).flatMap(([source, message]) => {
      const shown = source === "storageos" ? "storageOS" : source;
      return isJsonObject(volume[source]) ? [`${path}.volumes[${index}].${shown}: ${message}`] : [];
    }),
  );
  const empty = volumes.flatMap((volume) => {
    if (!isJsonObject(volume.projected)) return [];
    const sources = objectsAt(volume, "projected.sources");
    const warning = `volume ${quoteGo(textAt(volume, "name"))} (Projected) has no sources provided`;
    const isEmpty = sources.length === 0 || sources.some((source) => Object.keys(source).length === 0);
    return isEmpty ? [warning] : [];
  });
  return [...dead, ...empty];
}

function duplicateWarnings(spec: JsonObject, path: string): string[] {
  const secrets = objectsAt(spec, "imagePullSecrets");
  return [
    ...repeated(spec, "hostAliases", "ip", path),
    ...repeated(spec, "imagePullSecrets", "name", path),
    ...secrets.flatMap((secret, index) =>
      textAt(secret, "name") === "" ? [`${path}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
  ];
}

function repeated(spec: JsonObject, list: string, key: string, path: string): string[] {
  const seen = new Set<string>();
  return objectsAt(spec, list).flatMap((item, index) => {
    const value = textAt(item, key);
    if (seen.has(value)) return [`${path}.${list}[${index}].${key}: duplicate ${key} ${quoteGo(value)}`];
    seen.add(value);
    return [];
  });
}

function graceWarnings(spec: JsonObject, path: string): string[] {
  const seconds = numberAt(spec, "terminationGracePeriodSeconds") ?? 0;
  if (seconds >= 0) return [];
  return [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`];
}

function affinityWarnings(spec: JsonObject, path: string): string[] {
  // Most pods have none, and are made by the thousand.
  if (!isJsonObject(spec.affinity)) return [];
  return ["podAffinity", "podAntiAffinity"].flatMap((name) => {
    const affinity = objectAt(spec, `affinity.${name}`);
    const at = `${path}.affinity.${name}`;
    const [required, preferred] = ["required", "preferred"].map(
      (word) => `${word}DuringSchedulingIgnoredDuringExecution`,
    );
    return [
      ...objectsAt(affinity, required ?? "").flatMap((term, index) =>
        selectorWarnings(term, `${at}.${required}[${index}]`),
      ),
      ...objectsAt(affinity, preferred ?? "").flatMap((term, index) =>
        selectorWarnings(objectAt(term, "podAffinityTerm"), `${at}.${preferred}[${index}].podAffinityTerm`),
      ),
    ];
  });
}
