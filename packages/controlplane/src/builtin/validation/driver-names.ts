/** The names of storage drivers, which several kinds refer to. */
import { FieldError, type FieldPath, type JsonObject, validateDns1123Subdomain } from "@pintle/machinery";
import { textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

const maxBytes = 63;

export function checkDriverName(object: JsonObject, key: string, path: FieldPath): FieldError[] {
  return checkDriver(textAt(object, key), path.child(key));
}

export function checkDriver(name: string, at: FieldPath): FieldError[] {
  if (name === "") return [FieldError.required(at, "")];
  return [
    ...(name.length > maxBytes ? [FieldError.tooLong(at, maxBytes)] : []),
    ...invalidAll(at, name, validateDns1123Subdomain(name.toLowerCase())),
  ];
}
