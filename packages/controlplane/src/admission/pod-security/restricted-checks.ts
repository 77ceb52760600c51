/** What a pod has to say before it is taken for hardened. */
import type { JsonObject } from "@pintle/machinery";
import { numberAt, objectsAt, textsAt, valueAt } from "../../builtin/json-fields.ts";
import {
  containersOf,
  hasOwnUsers,
  isSet,
  isWindows,
  nameContainers,
  nameSetters,
  namesOf,
  plural,
  quoteAll,
  type SecurityCheck,
  sortedSet,
} from "./pod-fields.ts";

export const checkNoEscalation: SecurityCheck = (pod) => {
  const bad = containersOf(pod).filter(
    (container) => valueAt(container, "securityContext.allowPrivilegeEscalation") !== false,
  );
  if (bad.length === 0) return undefined;
  const detail = `${nameContainers(bad)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: "allowPrivilegeEscalation != false", detail };
};

export const checkCapabilitiesDropped: SecurityCheck = (pod) => {
  const containers = containersOf(pod);
  const added = (container: JsonObject) =>
    textsAt(container, "securityContext.capabilities.add").filter((name) => name !== "NET_BIND_SERVICE");
  const keeping = containers.filter(
    (container) => !textsAt(container, "securityContext.capabilities.drop").includes("ALL"),
  );
  const adding = containers.filter((container) => added(container).length > 0);
  const names = quoteAll(sortedSet(adding.flatMap(added)));
  const details = [
    ...(keeping.length > 0 ? [`${nameContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [`${nameContainers(adding)} must not include ${names} in securityContext.capabilities.add`]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

/** Where what a check asks for cannot be said. */
export function offWindows(check: SecurityCheck): SecurityCheck {
  return (pod) => (isWindows(pod) ? undefined : check(pod));
}

/** Where what a check asks for is not needed, because root is nobody outside. */
export function ofHostUsers(check: SecurityCheck): SecurityCheck {
  return (pod) => (hasOwnUsers(pod) ? undefined : check(pod));
}

const allowedVolumes = [
  ...["configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected"],
  "secret",
];
/** A volume has one of them; of several the first is told. */
const otherVolumes = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "gitRepo", "nfs", "iscsi", "glusterfs", "rbd"],
  ...["flexVolume", "cinder", "cephfs", "flocker", "fc", "azureFile", "vsphereVolume", "quobyte", "azureDisk"],
  ...["photonPersistentDisk", "portworxVolume", "scaleIO", "storageos"],
];

export const checkVolumeTypes: SecurityCheck = ({ spec }) => {
  const bad = objectsAt(spec, "volumes").filter((volume) => !allowedVolumes.some((type) => isSet(volume, type)));
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map((volume) => otherVolumes.find((type) => isSet(volume, type)) ?? "unknown"));
  const use = bad.length === 1 ? "uses" : "use";
  const who = `${plural("volume", bad.length)} ${quoteAll(namesOf(bad))}`;
  const detail = `${who} ${use} ${plural("restricted volume type", types.length)} ${quoteAll(types)}`;
  return { reason: "restricted volume types", detail };
};

export const checkNonRoot: SecurityCheck = (pod) => {
  const path = "securityContext.runAsNonRoot";
  const reason = "runAsNonRoot != true";
  const own = valueAt(pod.spec, path);
  const containers = containersOf(pod);
  const who = nameSetters(
    own === false,
    containers.filter((container) => valueAt(container, path) === false),
  );
  if (who !== "") return { reason, detail: `${who} must not set ${path}=false` };
  const silent = own === true ? [] : containers.filter((container) => !isSet(container, path));
  return silent.length === 0 ? undefined : { reason, detail: `pod or ${nameContainers(silent)} must set ${path}=true` };
};

export const checkUserIsNotRoot: SecurityCheck = (pod) => {
  const isRoot = (object: JsonObject) => numberAt(object, "securityContext.runAsUser") === 0;
  const who = nameSetters(isRoot(pod.spec), containersOf(pod).filter(isRoot));
  return who === "" ? undefined : { reason: "runAsUser=0", detail: `${who} must not set runAsUser=0` };
};
