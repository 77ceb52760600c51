/** The types of what expressions see beside objects: the request, and the namespace that it is about. */
import {
  boolType,
  type CelType,
  dynType,
  intType,
  listOf,
  mapOf,
  type ObjectField,
  type ObjectType,
  stringType,
  timestampType,
} from "@pintle/cel";

/** An object with exactly these fields. */
export function objectOf(name: string, types: Readonly<Record<string, CelType>>): ObjectType {
  const fields = new Map(
    Object.entries(types).map(([key, type]): [string, ObjectField] => [key, { type, jsonName: key, isRequired: true }]),
  );
  return { kind: "object", name, field: (key) => fields.get(key), fieldNames: () => fields.keys() };
}

const texts = listOf(stringType);
const textMap = mapOf(stringType, stringType);

const kind = objectOf("kubernetes.GroupVersionKind", { group: stringType, version: stringType, kind: stringType });
const resource = objectOf("kubernetes.GroupVersionResource", {
  group: stringType,
  version: stringType,
  resource: stringType,
});
const userInfo = objectOf("kubernetes.UserInfo", {
  username: stringType,
  uid: stringType,
  groups: texts,
  extra: mapOf(stringType, texts),
});

export const requestType: ObjectType = objectOf("kubernetes.AdmissionRequest", {
  kind,
  resource,
  subResource: stringType,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo,
  dryRun: boolType,
  options: dynType,
});

const namespaceMetadata = objectOf("kubernetes.NamespaceMetadata", {
  name: stringType,
  generateName: stringType,
  namespace: stringType,
  labels: textMap,
  annotations: textMap,
  UID: stringType,
  creationTimestamp: timestampType,
  deletionGracePeriodSeconds: intType,
  deletionTimestamp: timestampType,
  generation: intType,
  resourceVersion: stringType,
  finalizers: texts,
});
const namespaceCondition = objectOf("kubernetes.NamespaceCondition", {
  status: stringType,
  type: stringType,
  lastTransitionTime: timestampType,
  message: stringType,
  reason: stringType,
});

export const namespaceType: ObjectType = objectOf("kubernetes.Namespace", {
  metadata: namespaceMetadata,
  spec: objectOf("kubernetes.NamespaceSpec", { finalizers: texts }),
  status: objectOf("kubernetes.NamespaceStatus", { conditions: listOf(namespaceCondition), phase: stringType }),
});

/** All types that an expression could name. */
export const admissionTypes: readonly CelType[] = [requestType, namespaceType];
