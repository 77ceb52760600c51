/**
 * The algebra of Kubernetes objects: pure, no I/O, no clock or randomness of its own.
 *
 * Objects are plain JSON, as on the wire. The tour goes from what an object is, over what it may contain and how it is read, to
 * how it changes; then come the seams through which time, chance and the network enter, and the queue that work waits in.
 */

// Server-side apply: who owns which field.
export { type AppliedObject, type ApplyWrite, applyObject } from "./apply/apply-object.ts";
export { type Comparison, compareTyped, TypedComparisonError } from "./apply/compare-typed.ts";
export type { FieldManager, FieldManagers } from "./apply/field-managers.ts";
export { FieldSet } from "./apply/field-set.ts";
export { excludeFields, type FieldSetFilter, includePrefixes, type PathPattern } from "./apply/field-set-filter.ts";
export type { FieldWrite } from "./apply/field-write.ts";
export { FieldsV1Error, formatFieldsV1, parseFieldsV1 } from "./apply/fields-v1.ts";
export {
  decodeManagedFields,
  encodeManagedFields,
  isManagedFieldsReset,
  ManagedFieldsError,
  type ReadManagedFieldsEntry,
  readManagedFields,
} from "./apply/managed-fields.ts";
export { managerFromUserAgent } from "./apply/manager-from-user-agent.ts";
export { mergeTyped } from "./apply/merge-typed.ts";
export { ensureNamedFieldsAreMembers } from "./apply/named-fields.ts";
export { type ElementPath, fieldNamesPath, formatElementPath, type PathElement } from "./apply/path-element.ts";
export { reconcileFieldSet } from "./apply/reconcile-field-set.ts";
export { managedFieldsAfterScale, managedFieldsOfScale, type ReplicasPaths } from "./apply/scale-managed-fields.ts";
export { extractItems, removeItems } from "./apply/select-items.ts";
export { toFieldSet } from "./apply/to-field-set.ts";
export type { OtherVersions } from "./apply/typed-object.ts";
export { type UpdatedObject, type UpdateWrite, updateObject } from "./apply/update-object.ts";
export { formatTypedErrors, type TypedError, validateTyped } from "./apply/validate-typed.ts";
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

// Patches, and the differences that produce them.
export { applyJsonPatch, maxJsonPatchCopyBytes } from "./patch/json-patch.ts";
export { createJsonPatch } from "./patch/json-patch-diff.ts";
export { JsonPatchError } from "./patch/json-patch-error.ts";
export { type JsonPatchOperation, maxJsonPatchOperations, parseJsonPatch } from "./patch/json-patch-operation.ts";
export { escapeJsonPointerKey, formatJsonPointer, parseJsonPointer } from "./patch/json-pointer.ts";
export { applyMergePatch } from "./patch/merge-patch.ts";
export { createMergePatch, createThreeWayMergePatch } from "./patch/merge-patch-diff.ts";
export { createTwoWayStrategicPatch } from "./patch/strategic-diff.ts";
export { strategicMerge } from "./patch/strategic-merge.ts";
export { StrategicConflictError, StrategicPatchError } from "./patch/strategic-patch-error.ts";
export { createThreeWayStrategicPatch, type ThreeWayOptions } from "./patch/strategic-three-way.ts";
// The work queue and what slows it down.
export { type BucketOptions, bucket } from "./queue/bucket.ts";
export { type ExponentialOptions, exponential } from "./queue/exponential.ts";
export { type FastSlowOptions, fastSlow } from "./queue/fast-slow.ts";
export { type AddOptions, lowPriority, type QueueItem, type QueueKey } from "./queue/queue-item.ts";
export { maxOf, type RateLimiter, withMaxWait } from "./queue/rate-limiter.ts";
export { createWorkQueue, type WorkQueue, type WorkQueueOptions } from "./queue/work-queue.ts";
export type { UnfinishedWork, WorkQueueMetrics } from "./queue/work-queue-metrics.ts";
// Scalars that are more than strings.
export { formatDuration, parseDurationMs, parseDurationNs } from "./scalars/duration.ts";
export { formatQuantity } from "./scalars/format-quantity.ts";
export { type IntOrString, isIntOrString, scaledIntOrPercent } from "./scalars/int-or-string.ts";
export { InvalidScalarError } from "./scalars/invalid-scalar-error.ts";
export { parseQuantity, quantityFromJson } from "./scalars/parse-quantity.ts";
export {
  addQuantity,
  compareQuantity,
  isZeroQuantity,
  negateQuantity,
  type Quantity,
  type QuantityFormat,
  quantityMilliValue,
  quantityToNumber,
  quantityValue,
  signOfQuantity,
  subtractQuantity,
} from "./scalars/quantity.ts";
export { compareResourceVersion, isResourceVersion } from "./scalars/resource-version.ts";
export { formatMicroTime, formatTime, parseMicroTimeUs, parseTimeMs } from "./scalars/time.ts";
// The seams: time, chance, logs and the network are passed in.
export {
  type Clock,
  type ClockLabel,
  type ClockTimer,
  createDeadline,
  type Deadline,
  type SleepOptions,
  type TimerKind,
  type TimerOptions,
  track,
} from "./seams/clock.ts";
export { createConsoleLogger } from "./seams/console-logger.ts";
export { createJsonLogger, type LogWriterOptions } from "./seams/json-logger.ts";
export type { LogFields, Logger, LogLevel } from "./seams/logger.ts";
export { type AliveReport, NotSettledError } from "./seams/not-settled-error.ts";
export { createProcessClock } from "./seams/process-clock.ts";
export { createProcessRandom } from "./seams/process-random.ts";
export { jitter, type Random, randomBelow, randomFloat } from "./seams/random.ts";
export { createSeededRandom, type SeededRandom } from "./seams/seeded-random.ts";
export type { Transport, TransportHeaders, TransportRequest, TransportResponse } from "./seams/transport.ts";
export { createVirtualClock, type VirtualClock, type VirtualClockOptions } from "./seams/virtual-clock.ts";
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
