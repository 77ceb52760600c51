/**
 * The framework that operators are written with.
 *
 * The tour: a resource is declared once; an operator says what there shall be for each object of it, and what to report; webhooks judge objects of
 * any kind; a program runs them; and the same declarations give manifests to deploy it with and a rendering without a cluster. Where that is not
 * enough, `controller` is what an operator is made of.
 */

export {
  ApiError,
  compareQuantity,
  type DeepReadonly,
  defineKind,
  formatQuantity,
  type ManifestOf,
  type ObjectOf,
  parseQuantity,
  type Quantity,
  quantityToNumber,
  UsageError,
} from "@pintle/machinery";
// What operators are made of.
export type {
  AdmissionDraft,
  AdmissionReview,
  Cause,
  ControllerDefinition,
  Reconcile,
  ReconcileContext,
  Request,
} from "@pintle/runtime";
export {
  controller,
  denyForeignReferences,
  type ObjectReference,
  type ReferenceGrant,
  TerminalError,
} from "@pintle/runtime/declarations";
export { k8s } from "@pintle/schema/zod";
// What an operator says of conditions.
export { type ConditionValue, no, unknown, yes } from "./conditions/condition-value.ts";
export { rolledOut, type Workload } from "./conditions/rolled-out.ts";
// What a cluster needs to run a program: roles, definitions, configurations, a Deployment.
export { formatRoleProblem, type LintRolesOptions, lintRoles, type RoleProblem } from "./manifests/lint-roles.ts";
export type { ManifestOptions } from "./manifests/manifest-options.ts";
export { type ManifestFiles, manifestsOf } from "./manifests/manifests-of.ts";
export { type WrittenManifests, writeManifests } from "./manifests/write-manifests.ts";
// Operators.
export { defineOperator } from "./operator/define-operator.ts";
export type {
  DesiredContext,
  Failure,
  FinalizeContext,
  Operator,
  OperatorDefinition,
  ReadContext,
  ReportedStatus,
  Retry,
  StatusContext,
} from "./operator/operator-definition.ts";
export { type Absent, absent, type Desired, type Many, many, type Owned, type Owns } from "./operator/slots.ts";
// What an operator would do, without a cluster.
export { formatRenderings, type RenderingFormat } from "./render/format-rendering.ts";
export { type Manifest, type PlacedManifest, parseManifests } from "./render/parse-manifests.ts";
export {
  type ObjectToRender,
  type RenderedObject,
  type Rendering,
  type RenderOptions,
  render,
} from "./render/render.ts";
// Resources.
export { type Column, conditionColumn } from "./resource/columns.ts";
export { spokesOf } from "./resource/conversion.ts";
export { defineResource } from "./resource/define-resource.ts";
export {
  compareInstalled,
  type InstalledDifference,
  type InstallOptions,
  type InstallProgress,
  installResources,
} from "./resource/install.ts";
export type {
  AnyResource,
  InventoryEntry,
  ManagedStatus,
  Resource,
  ResourceDeclaration,
  ResourceVersion,
  ScalePaths,
  VersionDeclaration,
  VersionedObject,
} from "./resource/resource.ts";
export { definitionNameOf } from "./resource/resource-names.ts";
export { type DefinitionManifest, type DefinitionOptions, toDefinition } from "./resource/to-definition.ts";
// Programs.
export { declaredResourcesOf, resourcesOf } from "./run/program-kinds.ts";
export {
  isControllerDefinition,
  isOperator,
  isWebhookDefinition,
  type ProgramPart,
  type ProgramParts,
  programNameOf,
} from "./run/program-parts.ts";
export { FlagError, readSwitch } from "./run/read-switch.ts";
export { type RunOptions, run } from "./run/run.ts";
export {
  type RunningOperators,
  type StartOperatorsOptions,
  startOperators,
  type WebhookServing,
  type WebhooksByService,
  type WebhooksByUrl,
  type WebhooksInProcess,
} from "./run/start-operators.ts";
// Webhooks.
export { defineWebhook } from "./webhook/define-webhook.ts";
export {
  createInProcessWebhooks,
  type InProcessConnection,
  type InProcessWebhooks,
} from "./webhook/in-process-webhooks.ts";
export {
  type WebhookConfiguration,
  type WebhookConfigurationOptions,
  webhookConfigurations,
} from "./webhook/webhook-configurations.ts";
export type { WebhookDeclaration, WebhookDefinition } from "./webhook/webhook-definition.ts";
export type { WebhookPlace } from "./webhook/webhook-place.ts";
