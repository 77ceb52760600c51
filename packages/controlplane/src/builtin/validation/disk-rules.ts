/** Where the data of volumes lies, as far as pods and persistent volumes say it alike: what each kind of storage needs to be found. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { listAt, numberAt, objectAt, textAt, textsAt } from "../json-fields.ts";
import { checkLabel, checkOneOfIfSet, checkRange, requireText } from "./checks.ts";
import { checkNoBacksteps } from "./mount-rules.ts";

export type SourceRule = (source: JsonObject, path: FieldPath) => FieldError[];

export const requires =
  (...keys: readonly string[]): SourceRule =>
  (source, path) =>
    keys.flatMap((key) => requireText(source, key, path));

const requiresList =
  (list: string, ...keys: readonly string[]): SourceRule =>
  (source, path) => [
    ...(listAt(source, list).length === 0 ? [FieldError.required(path.child(list), "")] : []),
    ...requires(...keys)(source, path),
  ];

/** A reference to a Secret, where there is one, has the named fields. */
export const secretHas =
  (key: string, ...fields: readonly string[]): SourceRule =>
  (source, path) => {
    const secret = getOwn(source, key);
    return isJsonObject(secret) ? requires(...fields)(secret, path.child(key)) : [];
  };

export function all(...rules: readonly SourceRule[]): SourceRule {
  return (source, path) => rules.flatMap((rule) => rule(source, path));
}

const hostPathTypes = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

export const diskRules: Readonly<Record<string, SourceRule>> = {
  hostPath: (source, path) => {
    const type = textAt(source, "type");
    if (textAt(source, "path") === "") return requireText(source, "path", path);
    return [
      ...checkNoBacksteps(textAt(source, "path"), path.child("path")),
      ...(hostPathTypes.includes(type) ? [] : [FieldError.notSupported(path.child("type"), type, hostPathTypes)]),
    ];
  },
  gcePersistentDisk: all(requires("pdName"), checkPartition),
  awsElasticBlockStore: all(requires("volumeID"), checkPartition),
  nfs: (source, path) => [
    ...requires("server", "path")(source, path),
    ...(textAt(source, "path").startsWith("/")
      ? []
      : [FieldError.invalid(path.child("path"), textAt(source, "path"), "must be an absolute path")]),
  ],
  iscsi: validateIscsi("must be valid format starting with iqn, eui, or naa"),
  glusterfs: requires("endpoints", "path"),
  flocker: validateFlocker,
  rbd: requiresList("monitors", "image"),
  cinder: all(requires("volumeID"), secretHas("secretRef", "name")),
  cephfs: requiresList("monitors"),
  quobyte: validateQuobyte,
  fc: validateFibreChannel,
  flexVolume: all(requires("driver"), checkOptions),
  azureFile: requires("secretName", "shareName"),
  vsphereVolume: requires("volumePath"),
  photonPersistentDisk: requires("pdID"),
  portworxVolume: requires("volumeID"),
  azureDisk: validateAzureDisk,
  scaleIO: requires("gateway", "system", "volumeName"),
  storageos: all(
    requires("volumeName"),
    (source, path) => ["volumeName", "volumeNamespace"].flatMap((key) => checkLabel(source, key, path)),
    secretHas("secretRef", "name"),
  ),
};

function checkPartition(source: JsonObject, path: FieldPath): FieldError[] {
  const partition = numberAt(source, "partition") ?? 0;
  if (partition >= 0 && partition <= 255) return [];
  return [FieldError.invalid(path.child("partition"), partition, "must be between 1 and 255, inclusive")];
}

const iscsiNames: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
};

/** What is said of a name that is of no known kind differs. */
export function validateIscsi(unknown: string): SourceRule {
  const checkName = (name: string, path: FieldPath): FieldError[] => {
    const form = iscsiNames[name.slice(0, 3)];
    if (form === undefined) return [FieldError.invalid(path, name, unknown)];
    return form.test(name) ? [] : [FieldError.invalid(path, name, "must be valid format")];
  };
  return (source, path) => {
    const [name, initiator] = [textAt(source, "iqn"), getOwn(source, "initiatorName")];
    const isSecret = source.chapAuthDiscovery === true || source.chapAuthSession === true;
    return [
      ...requires("targetPortal", "iqn")(source, path),
      ...(name === "" ? [] : checkName(name, path.child("iqn"))),
      ...checkRange(numberAt(source, "lun") ?? 0, path.child("lun"), 0, 255),
      ...(isSecret && !isJsonObject(source.secretRef) ? [FieldError.required(path.child("secretRef"), "")] : []),
      ...(typeof initiator === "string" ? checkName(initiator, path.child("initiatorname")) : []),
    ];
  };
}

function validateFlocker(source: JsonObject, path: FieldPath): FieldError[] {
  const [name, uuid] = [textAt(source, "datasetName"), textAt(source, "datasetUUID")];
  const errors: FieldError[] = [];
  if (name === "" && uuid === "") {
    errors.push(FieldError.required(path, "one of datasetName and datasetUUID is required"));
  }
  if (name !== "" && uuid !== "") {
    const detail = "datasetName and datasetUUID can not be specified simultaneously";
    errors.push(FieldError.invalid(path, "resource", detail));
  }
  if (name.includes("/")) errors.push(FieldError.invalid(path.child("datasetName"), name, "must not contain '/'"));
  return errors;
}

function validateQuobyte(source: JsonObject, path: FieldPath): FieldError[] {
  const registry = textAt(source, "registry");
  const detail = "must be a host:port pair or multiple pairs separated by commas";
  const errors: FieldError[] = [];
  if (registry === "") errors.push(FieldError.required(path.child("registry"), detail));
  else if (textAt(source, "tenant").length >= 65) {
    const tooLong = "must be a UUID and may not exceed a length of 64 characters";
    errors.push(FieldError.required(path.child("tenant"), tooLong));
  } else {
    for (const pair of registry.split(",")) {
      const isPair = /^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair);
      if (!isPair) errors.push(FieldError.invalid(path.child("registry"), registry, detail));
    }
  }
  return [...errors, ...requireText(source, "volume", path)];
}

function validateFibreChannel(source: JsonObject, path: FieldPath): FieldError[] {
  const [names, ids] = [textsAt(source, "targetWWNs"), textsAt(source, "wwids")];
  const at = path.child("targetWWNs");
  if (names.length === 0) {
    const detail = "must specify either targetWWNs or wwids, but not both";
    return ids.length === 0 ? [FieldError.required(at, detail)] : [];
  }
  const lun = numberAt(source, "lun");
  const both = "targetWWNs and wwids can not be specified simultaneously";
  return [
    ...(ids.length === 0 ? [] : [FieldError.invalid(at, names, both)]),
    ...(lun === undefined
      ? [FieldError.required(path.child("lun"), "lun is required if targetWWNs is specified")]
      : checkRange(lun, path.child("lun"), 0, 255)),
  ];
}

function checkOptions(source: JsonObject, path: FieldPath): FieldError[] {
  return Object.keys(objectAt(source, "options")).flatMap((key) => {
    const domain = `.${key.split("/", 1)[0]?.toLowerCase()}`;
    if (!domain.endsWith(".kubernetes.io") && !domain.endsWith(".k8s.io")) return [];
    return [
      FieldError.invalid(path.child("options").key(key), key, "kubernetes.io and k8s.io namespaces are reserved"),
    ];
  });
}

const managedDisk = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobDisk = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

function validateAzureDisk(source: JsonObject, path: FieldPath): FieldError[] {
  const [address, kind] = [textAt(source, "diskURI"), getOwn(source, "kind")];
  const isManaged = kind === "Managed";
  const isFound = address.startsWith(isManaged ? "/subscriptions/" : "https://");
  return [
    ...requires("diskName", "diskURI")(source, path),
    ...checkOneOfIfSet(source, "cachingMode", path, ["None", "ReadOnly", "ReadWrite"]),
    ...checkOneOfIfSet(source, "kind", path, ["Dedicated", "Managed", "Shared"]),
    ...(kind === undefined || isFound
      ? []
      : [FieldError.notSupported(path.child("diskURI"), address, [isManaged ? managedDisk : blobDisk])]),
  ];
}
