/** Names of what is said of devices: identifiers, which may stand under the domain of a driver. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { checkDriver } from "./driver-names.ts";

const maxIdBytes = 32;
const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const identifierComplaint =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

function checkIdentifier(id: string, at: FieldPath): FieldError[] {
  return [
    ...(id.length > maxIdBytes ? [FieldError.tooLong(at, maxIdBytes)] : []),
    ...(identifier.test(id) ? [] : [FieldError.invalid(at, id, identifierComplaint)]),
  ];
}

export function checkDeviceField(name: string, at: FieldPath): FieldError[] {
  const [first = "", second, ...more] = name.split("/");
  if (more.length > 0) return [];
  if (second === undefined) return checkIdentifier(first, at);
  return [
    ...(first === "" ? [FieldError.invalid(at, "", "the domain must not be empty")] : checkDriver(first, at)),
    ...(second === "" ? [FieldError.invalid(at, "", "the name must not be empty")] : checkIdentifier(second, at)),
  ];
}

/** The same with a domain that must be there. */
export function checkFullName(name: string, at: FieldPath): FieldError[] {
  const detail = "a fully qualified name must be a domain and a name separated by a slash";
  return [...checkDeviceField(name, at), ...(name.includes("/") ? [] : [FieldError.invalid(at, name, detail)])];
}
