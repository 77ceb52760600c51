/** Volumes of pods: each of one kind, with what that kind needs. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkOneOf, invalidAll, requireText } from "./checks.ts";
import { validateClaimSpec } from "./claim-rules.ts";
import { validateClaimMetadata } from "./claim-template-rules.ts";
import { diskRules, requires, type SourceRule } from "./disk-rules.ts";
import { validateFieldRef, validateResourceRef } from "./downward-rules.ts";
import { checkDriverName } from "./driver-names.ts";
import { checkUnreserved } from "./mount-rules.ts";

const modeDetail = "must be a number between 0 and 0777 (octal), both inclusive";
const maxMode = 0o777;

/** The volumes that can be mounted, by name: those that have nothing wrong with them. */
export function validateVolumes(
  volumes: readonly JsonObject[],
  path: FieldPath,
): { readonly usable: ReadonlyMap<string, JsonObject>; readonly errors: FieldError[] } {
  const usable = new Map<string, JsonObject>();
  const errors: FieldError[] = [];
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    const name = textAt(volume, "name");
    const found = validateSource(volume, at);
    if (name === "") found.push(FieldError.required(at.child("name"), ""));
    else found.push(...invalidAll(at.child("name"), name, validateDns1123Label(name)));
    if (usable.has(name)) found.push(FieldError.duplicate(at.child("name"), name));
    if (found.length === 0) usable.set(name, volume);
    errors.push(...found);
  }
  return { usable, errors };
}

function validateSource(volume: JsonObject, path: FieldPath): FieldError[] {
  const given = sourceOrder.filter((key) => isJsonObject(getOwn(volume, key)));
  const [first, ...others] = given;
  if (first === undefined) return [FieldError.required(path, "must specify a volume type")];
  return [
    ...(sources[first]?.(objectAt(volume, first), path.child(innerNames[first] ?? first)) ?? []),
    ...others.map((key) =>
      FieldError.forbidden(path.child(misspelt[key] ?? key), "may not specify more than 1 volume type"),
    ),
  ];
}

/** As the server spells them. */
const misspelt: Readonly<Record<string, string>> = { downwardAPI: "downwarAPI", cephfs: "cephFS" };
export const innerNames: Readonly<Record<string, string>> = { gcePersistentDisk: "persistentDisk" };

const sources: Readonly<Record<string, SourceRule>> = {
  ...diskRules,
  emptyDir: (source, path) =>
    textAt(source, "sizeLimit").startsWith("-")
      ? [FieldError.forbidden(path.child("sizeLimit"), "SizeLimit field must be a valid resource quantity")]
      : [],
  gitRepo: (source, path) => [
    ...requireText(source, "repository", path),
    ...checkUnreserved(textAt(source, "directory"), path.child("directory")),
  ],
  secret: (source, path) => [...requireText(source, "secretName", path), ...validateFiles(source, path)],
  persistentVolumeClaim: requires("claimName"),
  downwardAPI: (source, path) => [...checkMode(source, "defaultMode", path), ...validateDownward(source, path)],
  configMap: (source, path) => [...requireText(source, "name", path), ...validateFiles(source, path)],
  projected: validateProjected,
  csi: validateCsi,
  ephemeral: (source, path) => {
    const template = getOwn(source, "volumeClaimTemplate");
    const at = path.child("volumeClaimTemplate");
    if (!isJsonObject(template)) return [FieldError.required(at, "")];
    return [
      ...validateClaimMetadata(objectAt(template, "metadata"), at.child("metadata")),
      ...validateClaimSpec(objectAt(template, "spec"), at.child("spec")),
    ];
  },
  image: (source, path) => [
    ...requireText(source, "reference", path),
    ...checkOneOf(source, "pullPolicy", path, ["Always", "IfNotPresent", "Never"]),
  ],
};

/** In which the server looks; the first kind counts, others are too many. */
const sourceOrder = [
  ..."emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker".split(" "),
  ..."persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile".split(" "),
  ..."vsphereVolume photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi".split(" "),
  ..."ephemeral image".split(" "),
];

function checkMode(source: JsonObject, key: string, path: FieldPath): FieldError[] {
  const mode = numberAt(source, key);
  const isMode = mode === undefined || (mode >= 0 && mode <= maxMode);
  return isMode ? [] : [FieldError.invalid(path.child(key), mode, modeDetail)];
}

function validateFiles(source: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkMode(source, "defaultMode", path),
    ...objectsAt(source, "items").flatMap((item, index) => {
      const at = path.child("items").index(index);
      return [
        ...requires("key", "path")(item, at),
        ...checkUnreserved(textAt(item, "path"), at.child("path")),
        ...checkMode(item, "mode", at),
      ];
    }),
  ];
}

const downwardFields = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** The server leaves the index of the item out of these paths. */
function validateDownward(source: JsonObject, path: FieldPath): FieldError[] {
  return objectsAt(source, "items").flatMap((item) => {
    const [field, resource] = [getOwn(item, "fieldRef"), getOwn(item, "resourceFieldRef")];
    const errors = requireText(item, "path", path);
    errors.push(...checkUnreserved(textAt(item, "path"), path.child("path")));
    if (isJsonObject(field)) {
      errors.push(...validateFieldRef(field, downwardFields, path.child("fieldRef")));
      if (resource !== undefined) {
        const detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
        errors.push(FieldError.invalid(path, "resource", detail));
      }
    } else if (isJsonObject(resource)) {
      errors.push(...validateResourceRef(resource, true, path.child("resourceFieldRef")));
    } else errors.push(FieldError.required(path, "one of fieldRef and resourceFieldRef is required"));
    return [...errors, ...checkMode(item, "mode", path)];
  });
}

function validateCsi(source: JsonObject, path: FieldPath): FieldError[] {
  const secret = getOwn(source, "nodePublishSecretRef");
  const errors = checkDriverName(source, "driver", path);
  if (!isJsonObject(secret)) return errors;
  const name = textAt(secret, "name");
  return [
    ...errors,
    ...(name === ""
      ? [FieldError.required(path.child("nodePublishSecretRef", "name"), "")]
      : invalidAll(path.child("name"), name, validateDns1123Subdomain(name))),
  ];
}

const tokenSeconds = { least: 600, most: 2 ** 32 };

function validateProjected(source: JsonObject, path: FieldPath): FieldError[] {
  const paths = new Set<string>();
  const checkPath = (text: string, bad: string): FieldError[] => {
    if (text === "") return [];
    if (paths.has(text)) return [FieldError.invalid(path, bad, "conflicting duplicate paths")];
    paths.add(text);
    return [];
  };
  const errors = checkMode(source, "defaultMode", path);
  for (const [index, part] of objectsAt(source, "sources").entries()) {
    const at = path.child("sources").index(index);
    const given = ["secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle"].filter((key) =>
      isJsonObject(getOwn(part, key)),
    );
    for (const key of given) {
      const inner = objectAt(part, key);
      if (key === "secret" || key === "configMap") {
        errors.push(...requireText(inner, "name", at.child(key)), ...validateFiles(inner, at.child(key)));
        for (const item of objectsAt(inner, "items"))
          errors.push(...checkPath(textAt(item, "path"), textAt(inner, "name")));
      } else if (key === "downwardAPI") errors.push(...validateDownward(inner, at.child(key)));
      else if (key === "serviceAccountToken") errors.push(...validateToken(inner, at.child(key), path));
    }
    if (given.length > 1) errors.push(FieldError.forbidden(at, "may not specify more than 1 volume type per source"));
  }
  return errors;
}

function validateToken(token: JsonObject, at: FieldPath, path: FieldPath): FieldError[] {
  const seconds = numberAt(token, "expirationSeconds") ?? 0;
  const complain = (detail: string) => [FieldError.invalid(at.child("expirationSeconds"), seconds, detail)];
  return [
    ...(seconds < tokenSeconds.least ? complain("may not specify a duration less than 10 minutes") : []),
    ...(seconds > tokenSeconds.most ? complain("may not specify a duration larger than 2^32 seconds") : []),
    ...(textAt(token, "path") === ""
      ? [FieldError.required(path.child("path"), "")]
      : checkUnreserved(textAt(token, "path"), path.child("path"))),
  ];
}
