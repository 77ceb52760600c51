/** How pods find names. */
import { FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkLegacyIp } from "./cluster-ips.ts";

const maxServers = 3;
const maxSearches = 32;

export function validateDns(spec: JsonObject, path: FieldPath): FieldError[] {
  const config = getOwn(spec, "dnsConfig");
  const at = path.child("dnsConfig");
  const isAlone = textAt(spec, "dnsPolicy") === "None";
  if (!isJsonObject(config)) {
    return isAlone ? [FieldError.required(at, "must provide `dnsConfig` when `dnsPolicy` is None")] : [];
  }
  const [servers, searches] = [textsAt(config, "nameservers"), textsAt(config, "searches")];
  const detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
  return [
    ...(isAlone && servers.length === 0 ? [FieldError.required(at.child("nameservers"), detail)] : []),
    ...(servers.length > maxServers
      ? [FieldError.invalid(at.child("nameservers"), [...servers], `must not have more than ${maxServers} nameservers`)]
      : []),
    ...servers.flatMap((server, index) => checkLegacyIp(server, at.child("nameservers").index(index))),
    ...(searches.length > maxSearches
      ? [FieldError.invalid(at.child("searches"), [...searches], `must not have more than ${maxSearches} search paths`)]
      : []),
    ...objectsAt(config, "options").flatMap((option, index) =>
      textAt(option, "name") === "" ? [FieldError.required(at.child("options").index(index), "must not be empty")] : [],
    ),
  ];
}
