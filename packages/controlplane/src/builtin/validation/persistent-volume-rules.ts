/** Volumes that exist apart from pods: how they may be mounted, how large they are, and that they stay what they are. */
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseQuantity,
  quantityValue,
  signOfQuantity,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import {
  changeField,
  changeItems,
  objectAt,
  textAt,
  textsAt,
  valueAt,
  withField,
  withValueAt,
} from "../json-fields.ts";
import { validateNodeSelector } from "./affinity-rules.ts";
import { checkImmutable, checkLabel, checkOneOfIfSet, checkSubdomain, invalidAll } from "./checks.ts";
import { accessModes } from "./claim-rules.ts";
import { all, diskRules, requires, type SourceRule, secretHas, validateIscsi } from "./disk-rules.ts";
import { checkDriverName } from "./driver-names.ts";
import { checkNoBacksteps } from "./mount-rules.ts";
import { diffStructs } from "./print-struct.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";
import { innerNames } from "./volume-rules.ts";

const path = fieldPath("spec");

export const persistentVolumeRules: Readonly<Record<string, KindRules>> = {
  persistentvolumes: {
    validate: validateVolume,
    // Upstream validates a volume once as such and once as an update of it, and tells everything twice.
    validateUpdate: (volume, old) => [...validateVolume(volume), ...validateVolume(volume), ...keepVolume(volume, old)],
  },
};

function validateVolume(volume: JsonObject): FieldError[] {
  return validateVolumeSpec(objectAt(volume, "spec"), textAt(volume, "metadata.name"));
}

function validateVolumeSpec(spec: JsonObject, name: string): FieldError[] {
  const isRecycledRoot =
    spec.persistentVolumeReclaimPolicy === "Recycle" && /^\/[./]*$/.test(textAt(spec, "hostPath.path"));
  return [
    ...checkModes(textsAt(spec, "accessModes"), path),
    ...checkCapacity(spec),
    ...checkOneOfIfSet(spec, "persistentVolumeReclaimPolicy", path, ["Delete", "Recycle", "Retain"]),
    ...checkNodes(getOwn(spec, "nodeAffinity")),
    ...checkSources(spec, name),
    ...(isRecycledRoot
      ? [
          FieldError.forbidden(
            path.child("persistentVolumeReclaimPolicy"),
            "may not be 'recycle' for a hostPath mount of '/'",
          ),
        ]
      : []),
    ...checkSubdomain(spec, "storageClassName", path),
    ...checkOneOfIfSet(spec, "volumeMode", path, ["Block", "Filesystem"]),
    ...checkAttributesClass(spec),
  ];
}

/** A volume that is written down where it is attached: for what comes from outside the API, and only by a driver. */
export function validateInlineVolume(spec: JsonObject, at: FieldPath): FieldError[] {
  const outside = "in the context of inline volumes";
  const forbidden = ["claimRef", "nodeAffinity", "storageClassName"].filter((key) => spec[key] !== undefined);
  if (Object.keys(objectAt(spec, "capacity")).length > 0) forbidden.push("capacity");
  const { csi } = spec;
  return [
    ...forbidden.map((key) => FieldError.forbidden(at.child(key), `may not be specified ${outside}`)),
    ...(isJsonObject(csi)
      ? (sourceRules.csi?.(csi, at.child("csi")) ?? [])
      : [FieldError.required(at.child("csi"), `has to be specified ${outside}`)]),
    ...checkModes(textsAt(spec, "accessModes"), at),
    ...(sources.some((source) => isJsonObject(spec[source]))
      ? []
      : [FieldError.required(at, "must specify a volume type")]),
  ];
}

function checkModes(modes: readonly string[], at: FieldPath): FieldError[] {
  const isShared = modes.some((mode) => mode !== "ReadWriteOncePod" && accessModes.includes(mode));
  const errors = modes.length === 0 ? [FieldError.required(at.child("accessModes"), "")] : [];
  for (const mode of modes) {
    if (!accessModes.includes(mode)) errors.push(FieldError.notSupported(at.child("accessModes"), mode, accessModes));
  }
  if (modes.includes("ReadWriteOncePod") && isShared) {
    const detail = "may not use ReadWriteOncePod with other access modes";
    errors.push(FieldError.forbidden(at.child("accessModes"), detail));
  }
  return errors;
}

function checkNodes(affinity: JsonValue | undefined): FieldError[] {
  if (!isJsonObject(affinity)) return [];
  const at = path.child("nodeAffinity", "required");
  return isJsonObject(affinity.required)
    ? validateNodeSelector(affinity.required, at)
    : [FieldError.required(at, "must specify required node constraints")];
}

function checkAttributesClass(spec: JsonObject): FieldError[] {
  const name = getOwn(spec, "volumeAttributesClassName");
  if (typeof name !== "string") return [];
  const at = path.child("volumeAttributesClassName");
  return [
    ...(name === ""
      ? [FieldError.required(at, "an empty string is disallowed")]
      : invalidAll(at, name, validateDns1123Subdomain(name))),
    ...(isJsonObject(spec.csi)
      ? []
      : [FieldError.required(path.child("csi"), "has to be specified when using volumeAttributesClassName")]),
  ];
}

/** In the order in which they are looked at. */
const sources = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "flocker", "nfs", "rbd", "quobyte"],
  ...["cephfs", "iscsi", "cinder", "fc", "flexVolume", "azureFile", "vsphereVolume", "photonPersistentDisk"],
  ...["portworxVolume", "azureDisk", "scaleIO", "local", "storageos", "csi"],
];

const secrets = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
];

/** What these say beyond the volumes of pods: a Secret stands in a namespace. */
const sourceRules: Readonly<Record<string, SourceRule>> = {
  ...diskRules,
  glusterfs: all(requires("endpoints", "path"), (source, at) => {
    const { endpointsNamespace } = source;
    const detail = "if the endpointnamespace is set, it must be a valid namespace name";
    return endpointsNamespace === ""
      ? [FieldError.invalid(at.child("endpointsNamespace"), "", detail)]
      : checkLabel(source, "endpointsNamespace", at);
  }),
  cinder: all(requires("volumeID"), secretHas("secretRef", "name", "namespace")),
  iscsi: all(validateIscsi("must be valid format"), secretHas("secretRef", "name")),
  azureFile: all(requires("secretName", "shareName"), (source, at) =>
    source.secretNamespace === "" ? [FieldError.required(at.child("secretNamespace"), "")] : [],
  ),
  storageos: all(
    requires("volumeName"),
    (source, at) => ["volumeName", "volumeNamespace"].flatMap((key) => checkLabel(source, key, at)),
    secretHas("secretRef", "name", "namespace"),
  ),
  local: (source, at) =>
    textAt(source, "path") === ""
      ? requires("path")(source, at)
      : checkNoBacksteps(textAt(source, "path"), at.child("path")),
  csi: (source, at) => [
    ...checkDriverName(source, "driver", at),
    ...requires("volumeHandle")(source, at),
    ...secrets.flatMap((key) => checkSecret(source[key], at.child(key))),
  ],
};

function checkSecret(secret: JsonValue | undefined, at: FieldPath): FieldError[] {
  if (!isJsonObject(secret)) return [];
  return [
    ...(textAt(secret, "name") === "" ? requires("name")(secret, at) : checkSubdomain(secret, "name", at)),
    ...(textAt(secret, "namespace") === "" ? requires("namespace")(secret, at) : checkLabel(secret, "namespace", at)),
  ];
}

function checkSources(spec: JsonObject, name: string): FieldError[] {
  const given = sources.filter((source) => isJsonObject(spec[source]));
  if (given.length === 0) return [FieldError.required(path, "must specify a volume type")];
  return given.flatMap((source, index) => {
    // The server forgets to count this one.
    if (index === 0 || source === "flexVolume") return checkSource(source, spec, name);
    const at = path.child(source === "cephfs" ? "cephFS" : source);
    return [FieldError.forbidden(at, "may not specify more than 1 volume type")];
  });
}

function checkSource(source: string, spec: JsonObject, name: string): FieldError[] {
  const isLost = source === "local" && spec.nodeAffinity === undefined;
  return [
    ...(source === "iscsi" ? checkPortal(objectAt(spec, "iscsi"), name) : []),
    ...(sourceRules[source]?.(objectAt(spec, source), path.child(innerNames[source] ?? source)) ?? []),
    ...(isLost ? [FieldError.required(path.child("nodeAffinity"), "Local volume requires node affinity")] : []),
  ];
}

function checkPortal(source: JsonObject, name: string): FieldError[] {
  const portal = textAt(source, "targetPortal");
  if (source.initiatorName === undefined || `${name}:${portal}`.length <= 64) return [];
  const detail =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  return [FieldError.invalid(path.child("iscsi", "targetportal"), portal, detail)];
}

function checkCapacity(spec: JsonObject): FieldError[] {
  const capacity = objectAt(spec, "capacity");
  const names = Object.keys(capacity);
  const at = path.child("capacity");
  return [
    ...(names.length === 0 ? [FieldError.required(at, "")] : []),
    ...(names.join() === "storage" ? [] : [StructError.unsupported(at, spec.capacity ?? null, ["storage"])]),
    ...names.flatMap((name) => {
      const amount = String(getOwn(capacity, name));
      const quantity = parseQuantity(amount);
      const sign = signOfQuantity(quantity);
      return [
        ...(sign < 0
          ? [FieldError.invalid(at.key(name), quantityValue(quantity), "must be a valid resource quantity")]
          : []),
        ...(sign > 0 ? [] : [FieldError.invalid(at.key(name), amount, "must be greater than zero")]),
      ];
    }),
  ];
}

function keepVolume(volume: JsonObject, old: JsonObject): FieldError[] {
  const [source, before] = [sourceOf(withoutNewSecret(volume, old)), sourceOf(old)];
  return [
    ...(equalJson(source, before)
      ? []
      : [
          FieldError.forbidden(
            path.child("persistentvolumesource"),
            `spec.persistentvolumesource is immutable after creation\n${diffStructs("PersistentVolumeSource", before, source)}`,
          ),
        ]),
    ...checkImmutable(volume, old, "spec.volumeMode", fieldPath("volumeMode")),
    ...keepNodes(volume, old),
    ...keepAttributesClass(volume, old),
  ];
}

/** Another class may be named, but not none again. */
function keepAttributesClass(volume: JsonObject, old: JsonObject): FieldError[] {
  const isNamed = (object: JsonObject) => getOwn(objectAt(object, "spec"), "volumeAttributesClassName") !== undefined;
  if (isNamed(volume) || !isNamed(old)) return [];
  return [
    FieldError.forbidden(path.child("volumeAttributesClassName"), "update from non-nil value to nil is forbidden"),
  ];
}

/** Labels of nodes that have other names today. */
const currentLabels: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/os": "kubernetes.io/os",
  "beta.kubernetes.io/arch": "kubernetes.io/arch",
  "failure-domain.beta.kubernetes.io/zone": "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region": "topology.kubernetes.io/region",
  "beta.kubernetes.io/instance-type": "node.kubernetes.io/instance-type",
};

/** Where a volume can be reached from stays, once it is said, but for the names of labels. */
function keepNodes(volume: JsonObject, old: JsonObject): FieldError[] {
  const [nodes, before] = [objectAt(volume, "spec").nodeAffinity, objectAt(old, "spec").nodeAffinity];
  if (!isJsonObject(before) || equalJson(nodes ?? null, before)) return [];
  const at = fieldPath("nodeAffinity");
  const detail = "field is immutable, except for updating from beta label to GA";
  if (!isJsonObject(nodes)) return [FieldError.invalid(at, null, detail)];
  if (equalJson(withCurrentLabels(nodes), withCurrentLabels(before))) return [];
  return [StructError.invalidStruct(at, nodes, detail, "VolumeNodeAffinity")];
}

function withCurrentLabels(nodes: JsonObject): JsonObject {
  return changeField(nodes, "required", (required) =>
    changeItems(required, "nodeSelectorTerms", (term) =>
      changeItems(term, "matchExpressions", (expression) => {
        const key = textAt(expression, "key");
        return withField(expression, "key", getOwn(currentLabels, key) ?? key);
      }),
    ),
  );
}

/** A secret for growing may be added to a volume that had none. */
function withoutNewSecret(volume: JsonObject, old: JsonObject): JsonObject {
  const key = "spec.csi.controllerExpandSecretRef";
  const isNew = valueAt(old, "spec.csi") !== undefined && valueAt(old, key) === undefined;
  return isNew ? withValueAt(volume, key, undefined) : volume;
}

function sourceOf(volume: JsonObject): JsonObject {
  const entries = Object.entries(objectAt(volume, "spec"));
  return Object.fromEntries(entries.filter(([key]) => sources.includes(key)));
}
