/** The objects of the API that a pod needs. Pods that nodes made by themselves need none. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { objectsAt, textAt } from "../../builtin/json-fields.ts";
import { refersToSecrets } from "../service-account/secret-references.ts";

/** The first that is found, or a volume of which it cannot be told. */
export interface FoundReference {
  readonly type: "object" | "unknown";
  readonly text: string;
}

const harmlessVolumes = [
  ...["awsElasticBlockStore", "azureDisk", "cephfs", "cinder", "downwardAPI", "emptyDir", "fc", "flexVolume"],
  ...["flocker", "gcePersistentDisk", "gitRepo", "hostPath", "image", "iscsi", "nfs", "photonPersistentDisk"],
  ...["portworxVolume", "quobyte", "rbd", "scaleIO", "storageos", "vsphereVolume"],
];

const volumeReferences: readonly (readonly [kind: string, text: string])[] = [
  ["configMap", "configmaps (via configmap volumes)"],
  ["secret", "secrets (via secret volumes)"],
  ["csi", "csidrivers (via CSI volumes)"],
  ["glusterfs", "endpoints (via glusterFS volumes)"],
  ["persistentVolumeClaim", "persistentvolumeclaims"],
  ["ephemeral", "persistentvolumeclaims (via ephemeral volumes)"],
  ["azureFile", "secrets (via azureFile volumes)"],
];

const sourceReferences: readonly (readonly [kind: string, text: string])[] = [
  ["configMap", "configmaps (via projected volumes)"],
  ["secret", "secrets (via projected volumes)"],
  ["serviceAccountToken", "serviceaccounts (via projected volumes)"],
  ["clusterTrustBundle", "clustertrustbundles"],
  ["podCertificate", "podcertificates"],
];

export function findReference(pod: JsonObject): FoundReference | undefined {
  const found = (text: string): FoundReference => ({ type: "object", text });
  if (textAt(pod, "spec.serviceAccountName") !== "") return found("serviceaccounts");
  if (refersToSecrets(pod)) return found("secrets");
  if (refersToConfigMaps(pod)) return found("configmaps");
  if (objectsAt(pod, "spec.resourceClaims").length > 0) return found("resourceclaims");
  for (const volume of objectsAt(pod, "spec.volumes")) {
    const reference = referenceOf(volume);
    if (reference) return reference;
  }
  return undefined;
}

function referenceOf(volume: JsonObject): FoundReference | undefined {
  if (harmlessVolumes.some((kind) => has(volume, kind))) return undefined;
  const name = textAt(volume, "name");
  const direct = volumeReferences.find(([kind]) => has(volume, kind));
  if (direct) return { type: "object", text: direct[1] };
  if (!has(volume, "projected")) return { type: "unknown", text: `unknown volume type for volume  "${name}"` };
  for (const source of objectsAt(volume, "projected.sources")) {
    const indirect = sourceReferences.find(([kind]) => has(source, kind));
    if (indirect) return { type: "object", text: indirect[1] };
    if (!has(source, "downwardAPI")) {
      return { type: "unknown", text: `unknown source for projected volume "${name}"` };
    }
  }
  return undefined;
}

function refersToConfigMaps(pod: JsonObject): boolean {
  const lists = ["initContainers", "containers", "ephemeralContainers"];
  const containers = lists.flatMap((list) => objectsAt(pod, `spec.${list}`));
  const volumes = objectsAt(pod, "spec.volumes");
  const names = [
    ...containers.flatMap((one) => objectsAt(one, "envFrom")).map((from) => textAt(from, "configMapRef.name")),
    ...containers.flatMap((one) => objectsAt(one, "env")).map((env) => textAt(env, "valueFrom.configMapKeyRef.name")),
    ...volumes.map((volume) => textAt(volume, "configMap.name")),
    ...volumes.flatMap((volume) => objectsAt(volume, "projected.sources")).map((one) => textAt(one, "configMap.name")),
  ];
  return names.some((name) => name !== "");
}

function has(object: JsonObject, key: string): boolean {
  return (getOwn(object, key) ?? null) !== null;
}
