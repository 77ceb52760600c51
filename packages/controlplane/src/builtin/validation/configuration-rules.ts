/** ConfigMaps and Secrets: keys that can be files, not more than fits, and the contents that some types promise. */
import { Buffer } from "node:buffer";
import { compareUtf8, equalJson, FieldError, fieldPath, getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, textAt } from "../json-fields.ts";
import { checkImmutable, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const maxBytes = 1024 * 1024;
const isImmutable = "field is immutable when `immutable` is set";

export const configurationRules: Readonly<Record<string, KindRules>> = {
  configmaps: {
    validate: validateConfigMap,
    validateUpdate: (map, old) => [...checkFrozen(map, old, ["data", "binaryData"]), ...validateConfigMap(map)],
  },
  secrets: {
    validate: validateSecret,
    validateUpdate: (secret, old) => [
      ...checkImmutable(secret, old, "type", fieldPath("type")),
      ...checkFrozen(secret, old, ["data"]),
      ...validateSecret(secret),
    ],
  },
};

function validateConfigMap(map: JsonObject): FieldError[] {
  const [data, binary] = [objectAt(map, "data"), objectAt(map, "binaryData")];
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const key of Object.keys(data).toSorted(compareUtf8)) {
    const path = fieldPath("data").key(key);
    errors.push(...invalidAll(path, key, complainOfKey(key)));
    if (Object.hasOwn(binary, key))
      errors.push(FieldError.invalid(path, key, "duplicate of key present in binaryData"));
    bytes += Buffer.byteLength(String(getOwn(data, key) ?? ""));
  }
  for (const key of Object.keys(binary).toSorted(compareUtf8)) {
    errors.push(...invalidAll(fieldPath("binaryData").key(key), key, complainOfKey(key)));
    bytes += bytesOf(binary, key).length;
  }
  return bytes > maxBytes ? [...errors, FieldError.tooLong("[]", maxBytes)] : errors;
}

function bytesOf(data: JsonObject, key: string): Buffer {
  const text = getOwn(data, key);
  return Buffer.from(typeof text === "string" ? text : "", "base64");
}

const keyPattern = /^[-._a-zA-Z0-9]+$/;
const keyComplaint =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** What is wrong with the name of a file in a volume. */
export function complainOfKey(key: string): string[] {
  const complaints: string[] = [];
  if (key.length > 253) complaints.push("must be no more than 253 characters");
  if (!keyPattern.test(key)) complaints.push(keyComplaint);
  if (key === ".") complaints.push("must not be '.'");
  else if (key === "..") complaints.push("must not be '..'");
  else if (key.startsWith("..")) complaints.push("must not start with '..'");
  return complaints;
}

function checkFrozen(object: JsonObject, old: JsonObject, keys: readonly string[]): FieldError[] {
  if (old.immutable !== true) return [];
  const changed = keys.filter((key) => !equalJson(objectAt(object, key), objectAt(old, key)));
  return [...(object.immutable === true ? [] : ["immutable"]), ...changed].map((key) =>
    FieldError.forbidden(fieldPath(key), isImmutable),
  );
}

function validateSecret(secret: JsonObject): FieldError[] {
  const data = objectAt(secret, "data");
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const key of Object.keys(data).toSorted(compareUtf8)) {
    errors.push(...invalidAll(fieldPath("data").key(key), key, complainOfKey(key)));
    bytes += bytesOf(data, key).length;
  }
  if (bytes > maxBytes) errors.push(FieldError.tooLong(fieldPath("data"), maxBytes));
  return [...errors, ...checkContents(secret, data)];
}

const accountAnnotation = "kubernetes.io/service-account.name";

function checkContents(secret: JsonObject, data: JsonObject): FieldError[] {
  const path = fieldPath("data");
  const lacks = (key: string) => !Object.hasOwn(data, key);
  const require = (...keys: readonly string[]) =>
    keys.filter(lacks).map((key) => FieldError.required(path.key(key), ""));
  switch (textAt(secret, "type")) {
    case "kubernetes.io/service-account-token":
      return objectAt(secret, "metadata.annotations")[accountAnnotation]
        ? []
        : [FieldError.required(fieldPath("metadata", "annotations").key(accountAnnotation), "")];
    case "kubernetes.io/dockercfg":
      return lacks(".dockercfg") ? require(".dockercfg") : checkJson(data, ".dockercfg");
    case "kubernetes.io/dockerconfigjson":
      return lacks(".dockerconfigjson") ? require(".dockerconfigjson") : checkJson(data, ".dockerconfigjson");
    case "kubernetes.io/basic-auth":
      return lacks("username") && lacks("password") ? require("username", "password") : [];
    case "kubernetes.io/ssh-auth":
      return bytesOf(data, "ssh-privatekey").length === 0 ? [FieldError.required(path.key("ssh-privatekey"), "")] : [];
    case "kubernetes.io/tls":
      return require("tls.crt", "tls.key");
    default:
      return [];
  }
}

function checkJson(data: JsonObject, key: string): FieldError[] {
  const text = bytesOf(data, key).toString("utf8");
  const problem = complainOfJson(text);
  return problem === undefined
    ? []
    : [FieldError.invalid(fieldPath("data").key(key), "<secret contents redacted>", problem)];
}

/** The commonest complaints of Go's reader. */
function complainOfJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === "object" && !Array.isArray(value))) return undefined;
    const type = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch {
    const first = text.trimStart().charAt(0);
    if (first === "") return "unexpected end of JSON input";
    if (!/["{[\d\-tfn]/.test(first)) return `invalid character '${first}' looking for beginning of value`;
    return "unexpected end of JSON input";
  }
}
