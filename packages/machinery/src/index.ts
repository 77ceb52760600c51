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
// What an object is and may contain, how it is read, how the API says no, and selectors.
export * from "./core.ts";
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
export { formatQuantity } from "./scalars/format-quantity.ts";
export { type IntOrString, isIntOrString, scaledIntOrPercent } from "./scalars/int-or-string.ts";
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
export { Life, type LifeOptions } from "./seams/life.ts";
export { createLogList, type LogLine, type LogList } from "./seams/log-list.ts";
export type { LogFields, Logger, LogLevel } from "./seams/logger.ts";
export { type AliveReport, NotSettledError } from "./seams/not-settled-error.ts";
export { createProcessClock } from "./seams/process-clock.ts";
export { createProcessRandom } from "./seams/process-random.ts";
export { jitter, type Random, randomBelow, randomFloat } from "./seams/random.ts";
export { RememberedAnswers, type RememberedAnswersOptions } from "./seams/remembered-answers.ts";
export { createSeededRandom, type SeededRandom } from "./seams/seeded-random.ts";
export type { Transport, TransportHeaders, TransportRequest, TransportResponse } from "./seams/transport.ts";
export {
  createVirtualClock,
  isVirtualClock,
  type VirtualClock,
  type VirtualClockOptions,
} from "./seams/virtual-clock.ts";
