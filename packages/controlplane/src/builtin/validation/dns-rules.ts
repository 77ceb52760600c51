/** How pods find names. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkLegacyIp } from "./addresses.ts";

const maxServers = 3;
const maxSearches = 32;
const maxSearchLength = 2048;
const domain = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const maxDomainLength = 253;

export function validateDns(spec: JsonObject, path: FieldPath): FieldError[] {
  const config = getOwn(spec, "dnsConfig");
  const at = path.child("dnsConfig");
  const isAlone = textAt(spec, "dnsPolicy") === "None";
  if (!isJsonObject(config)) {
    return isAlone ? [FieldError.required(at, "must provide `dnsConfig` when `dnsPolicy` is None")] : [];
  }
  const [servers, searches] = [textsAt(config, "nameservers"), textsAt(config, "searches")];
  const detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
  if (isAlone && servers.length === 0) return [FieldError.required(at.child("nameservers"), detail)];
  return [
    ...(servers.length > maxServers
      ? [FieldError.invalid(at.child("nameservers"), [...servers], `must not have more than ${maxServers} nameservers`)]
      : []),
    ...servers.flatMap((server, index) => checkLegacyIp(server, at.child("nameservers").index(index))),
    ...(searches.length > maxSearches
      ? [FieldError.invalid(at.child("searches"), [...searches], `must not have more than ${maxSearches} search paths`)]
      : []),
    ...(searches.join(" ").length > maxSearchLength
      ? [
          FieldError.invalid(
            at.child("searches"),
            [...searches],
            `must not have more than ${maxSearchLength} characters (including spaces) in the search list`,
          ),
        ]
      : []),
    ...searches.flatMap((search, index) => checkSearch(search, at.child("searches").index(index))),
    ...objectsAt(config, "options").flatMap((option, index) =>
      textAt(option, "name") === "" ? [FieldError.required(at.child("options").index(index), "must not be empty")] : [],
    ),
  ];
}

/** A domain in which underscores are allowed; the root is one, too. */
function checkSearch(search: string, path: FieldPath): FieldError[] {
  if (search === ".") return [];
  const name = search.endsWith(".") ? search.slice(0, -1) : search;
  const detail =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
  return [
    ...(name.length > maxDomainLength
      ? [FieldError.invalid(path, name, `must be no more than ${maxDomainLength} characters`)]
      : []),
    ...(domain.test(name) ? [] : [FieldError.invalid(path, name, detail)]),
  ];
}
