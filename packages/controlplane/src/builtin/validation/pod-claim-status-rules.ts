/** What the status of a pod says of its claims for devices: each is one that the pod has, by a name that can be. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkSubdomainIfSet, invalidAll } from "./checks.ts";

const path = fieldPath("status");

export function validateClaimStatuses(pod: JsonObject): FieldError[] {
  const extended = objectAt(pod, "status").extendedResourceClaimStatus;
  const at = path.child("extendedResourceClaimStatus");
  return [...checkClaims(pod), ...(isJsonObject(extended) ? checkExtended(extended, objectAt(pod, "spec"), at) : [])];
}

function checkClaims(pod: JsonObject): FieldError[] {
  const names = objectsAt(pod, "spec.resourceClaims").map((claim) => textAt(claim, "name"));
  const seen = new Set<string>();
  return objectsAt(pod, "status.resourceClaimStatuses").flatMap((status, index) => {
    const at = path.child("resourceClaimStatuses").index(index);
    const name = textAt(status, "name");
    const isTwice = seen.has(name);
    seen.add(name);
    return [
      ...(names.includes(name)
        ? []
        : [FieldError.invalid(at.child("name"), name, "must match the name of an entry in `spec.resourceClaims`")]),
      ...(isTwice ? [FieldError.duplicate(at.child("name"), name)] : []),
      ...checkSubdomainIfSet(status, "resourceClaimName", at),
    ];
  });
}

/** The claim that stands for extended resources, and which container gets what of it. */
function checkExtended(status: JsonObject, spec: JsonObject, at: FieldPath): FieldError[] {
  const mappings = objectsAt(status, "requestMappings");
  const place = at.child("requestMappings");
  const name = textAt(status, "resourceClaimName");
  const seen = new Set<string>();
  return [
    ...(mappings.length === 0 ? [FieldError.required(place, "at least one request mapping is required")] : []),
    ...mappings.flatMap((mapping, index) => {
      const keys = ["containerName", "resourceName", "requestName"];
      const text = JSON.stringify(keys.map((key) => textAt(mapping, key)));
      const isTwice = seen.has(text);
      seen.add(text);
      return [
        ...checkMapping(mapping, spec, place.index(index)),
        // Told without its index.
        ...invalidAll(
          at.child("requestName"),
          mapping.requestName,
          validateDns1123Label(textAt(mapping, "requestName")),
        ),
        ...(isTwice ? keys.map((key) => FieldError.duplicate(place.index(index).child(key), mapping[key])) : []),
      ];
    }),
    ...(name === ""
      ? [FieldError.required(at.child("resourceClaimName"), "")]
      : invalidAll(at.child("resourceClaimName"), name, validateDns1123Subdomain(name))),
  ];
}

function checkMapping(mapping: JsonObject, spec: JsonObject, at: FieldPath): FieldError[] {
  const [name, resource] = [textAt(mapping, "containerName"), textAt(mapping, "resourceName")];
  const containers = [...objectsAt(spec, "initContainers"), ...objectsAt(spec, "containers")];
  const container = containers.findLast((each) => textAt(each, "name") === name);
  if (container === undefined) {
    const detail = "must match the name of an entry in spec.initContainers.name or spec.containers.name";
    return [FieldError.invalid(at.child("containerName"), name, detail)];
  }
  if (getOwn(objectAt(container, "resources.requests"), resource) !== undefined) return [];
  const detail =
    "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";
  return [FieldError.invalid(at.child("resourceName"), resource, detail)];
}
