/** Attachments of volumes to nodes: who attaches what to which, and that it stays so. */
import {
  equalJson,
  FieldError,
  fieldPath,
  isJsonObject,
  type JsonObject,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { numberAt, objectAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";
import { checkDriverName } from "./driver-names.ts";
import { validateInlineVolume } from "./persistent-volume-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");
const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

export const attachmentRules: Readonly<Record<string, KindRules>> = {
  "volumeattachments.storage.k8s.io": {
    validate: validateAttachment,
    validateUpdate: (attachment, old) => [...validateAttachment(attachment), ...keepAttachment(attachment, old)],
    views: { status: validateAttachment },
  },
};

function validateAttachment(attachment: JsonObject): FieldError[] {
  const spec = objectAt(attachment, "spec");
  const name = textAt(spec, "nodeName");
  const volume = objectAt(spec, "source").persistentVolumeName;
  const at = path.child("source", "persistentVolumeName");
  return [
    ...checkDriverName(spec, "attacher", path),
    ...checkSource(objectAt(spec, "source")),
    ...invalidAll(path.child("nodeName"), name, validateDns1123Subdomain(name)),
    ...checkStatus(objectAt(attachment, "status")),
    ...(typeof volume === "string" ? invalidAll(at, volume, validateDns1123Subdomain(volume)) : []),
  ];
}

function checkSource({ persistentVolumeName, inlineVolumeSpec }: JsonObject): FieldError[] {
  const at = path.child("source");
  const detail = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  if (isJsonObject(inlineVolumeSpec)) {
    return persistentVolumeName === undefined
      ? validateInlineVolume(inlineVolumeSpec, at.child("inlineVolumeSpec"))
      : [FieldError.forbidden(at, detail)];
  }
  if (persistentVolumeName === undefined) return [FieldError.required(at, detail)];
  if (persistentVolumeName !== "") return [];
  return [FieldError.required(at.child("persistentVolumeName"), "must specify non empty persistentVolumeName")];
}

function checkStatus(status: JsonObject): FieldError[] {
  const entries = Object.entries(objectAt(status, "attachmentMetadata"));
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key + String(value)), 0);
  const at = fieldPath("status");
  return [
    ...(size > maxMetadataBytes ? [FieldError.tooLong(at.child("attachmentMetadata"), maxMetadataBytes)] : []),
    ...["attachError", "detachError"].flatMap((key) => {
      const error = objectAt(status, key);
      const code = numberAt(error, "errorCode") ?? 0;
      return [
        // The server compares with one limit and tells the other.
        ...(Buffer.byteLength(textAt(error, "message")) > maxMessageBytes
          ? [FieldError.tooLong(at.child(key, "message"), maxMetadataBytes)]
          : []),
        ...(code < 0
          ? [FieldError.invalid(at.child(key, "errorCode"), code, "must be between 0 and 2147483647, inclusive")]
          : []),
      ];
    }),
  ];
}

function keepAttachment(attachment: JsonObject, old: JsonObject): FieldError[] {
  if (equalJson(objectAt(attachment, "spec"), objectAt(old, "spec"))) return [];
  const { attacher = "", nodeName = "", source } = objectAt(attachment, "spec");
  const { persistentVolumeName = null, inlineVolumeSpec = null } = isJsonObject(source) ? source : {};
  const shown = {
    Attacher: attacher,
    Source: { PersistentVolumeName: persistentVolumeName, InlineVolumeSpec: inlineVolumeSpec },
    NodeName: nodeName,
  };
  return [new StructError("FieldValueInvalid", path, shown, "field is immutable")];
}
