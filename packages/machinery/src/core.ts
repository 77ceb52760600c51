/**
 * What declarations need: what an object is and may contain, how it is read, how the API says no, and selectors. The larger part of the code is what happens
 * to objects, and is not here. It is a way in of its own, so that a program that only declares something loads little.
 */

// How the API says no.
export { type AnsweredError, ApiError } from "./errors/api-error.ts";
export { FieldError, type FieldErrorType, joinFieldErrors } from "./errors/field-error.ts";
export { FieldPath, fieldPath } from "./errors/field-path.ts";
export {
  type CauseReason,
  codeByReason,
  createFailureStatus,
  isStatus,
  isStatusReason,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
} from "./errors/status.ts";
export { statusOfUnreadableResponse, type UnreadableResponse } from "./errors/unreadable-response.ts";
export { UsageError } from "./errors/usage-error.ts";
// JSON: reading what comes from outside, and what is known about its fields.
export { decodeUtf8 } from "./json/decode-utf8.ts";
export { JsonError } from "./json/json-error.ts";
export type { JsonProblem } from "./json/json-problems.ts";
export {
  copyJson,
  equalJson,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  maxJsonDepth,
  setOwn,
} from "./json/json-value.ts";
export { type JsonReading, readJson } from "./json/read-json.ts";
export type { AnyShape, Field, ListShape, MapShape, PatchDirective, ScalarShape, Shape } from "./json/shape.ts";
export { writeJson } from "./json/write-json.ts";
// Which names are allowed.
export {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateWildcardDns1123Subdomain,
} from "./names/dns-name.ts";
export { validateEnvVarName } from "./names/env-var-name.ts";
export { generateName } from "./names/generate-name.ts";
export {
  type ObjectNameRule,
  validateGenerateName,
  validateNamespaceName,
  validateObjectName,
} from "./names/object-name.ts";
export { validatePathSegmentName, validatePathSegmentPrefix } from "./names/path-segment-name.ts";
export { validatePortName } from "./names/port-name.ts";
export { validateFinalizerName, validateLabelValue, validateQualifiedName } from "./names/qualified-name.ts";
export {
  annotationsBytes,
  maxAnnotationsBytes,
  validateAnnotationKey,
  validateAnnotations,
  validateLabels,
} from "./names/validate-labels.ts";
// What controllers do with metadata and status.
export {
  type Condition,
  type ConditionStatus,
  findCondition,
  hasConditionStatus,
  isConditionFalse,
  isConditionTrue,
  type NewCondition,
  removeCondition,
  setCondition,
} from "./objects/conditions.ts";
// What an object is: kinds as values, keys, metadata, lists.
export type { DeepInput, DeepReadonly } from "./objects/deep-readonly.ts";
export { addFinalizer, hasFinalizer, removeFinalizer } from "./objects/finalizers.ts";
export {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  formatGroupVersionKind,
  formatGroupVersionResource,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  GroupVersionError,
  type GroupVersionKind,
  type GroupVersionResource,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
} from "./objects/group-version-kind.ts";
export {
  type AnyKind,
  type ClusterObjectMeta,
  defineKind,
  type Kind,
  type KindInfo,
  type ManifestOf,
  type ObjectOf,
  type Scope,
} from "./objects/kind.ts";
export { createList, isList, itemsOf } from "./objects/list.ts";
export {
  formatObjectKey,
  type ObjectKey,
  ObjectKeyError,
  objectKeyOf,
  parseObjectKey,
} from "./objects/object-key.ts";
export type {
  KubernetesList,
  KubernetesObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from "./objects/object-meta.ts";
export {
  AlreadyOwnedError,
  controllerOf,
  hasOwnerReference,
  isControlledBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./objects/owner-references.ts";

// Scalars that are more than strings.
export { formatDuration, parseDurationMs, parseDurationNs } from "./scalars/duration.ts";
export { formatQuantity } from "./scalars/format-quantity.ts";
export { InvalidScalarError } from "./scalars/invalid-scalar-error.ts";
export { parseQuantity } from "./scalars/parse-quantity.ts";
export { compareQuantity, type Quantity, quantityToNumber } from "./scalars/quantity.ts";
// What takes real time.
export { inRealTime, lazyCode } from "./seams/real-time.ts";
export { doneOrAborted, untilAborted } from "./seams/until-aborted.ts";
// Selectors.
export {
  createFieldSelector,
  escapeFieldValue,
  type FieldRequirement,
  type FieldSelector,
  formatFieldSelector,
  parseFieldSelector,
} from "./selectors/field-selector.ts";
export {
  createLabelRequirement,
  formatLabelRequirement,
  type LabelOperator,
  type LabelRequirement,
} from "./selectors/label-requirement.ts";
export { type CompiledLabelSelector, createLabelSelector, formatLabelSelector } from "./selectors/label-selector.ts";
export {
  compileLabelSelector,
  type LabelSelector,
  type LabelSelectorRequirement,
  printLabelSelector,
} from "./selectors/label-selector-object.ts";
export { parseLabelSelector } from "./selectors/parse-label-selector.ts";
export {
  InvalidSelectorError,
  matchesEverything,
  matchesNothing,
  type SelectableValues,
  type Selector,
  selectEverything,
  selectNothing,
} from "./selectors/selector.ts";
// How Go writes values and orders texts: messages and sorted output of Kubernetes depend on it.
export { formatGoJson, formatGoValue, quoteGo } from "./text/go-text.ts";
export { compareUtf8 } from "./text/utf8-order.ts";
