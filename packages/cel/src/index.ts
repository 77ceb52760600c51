/**
 * The Common Expression Language as cel-go 0.26 and Kubernetes 1.36 have it.
 *
 * The tour: an environment says what expressions may use; it compiles them to programs; programs run on plain JSON within a budget.
 * Below that lie the steps, each usable alone: syntax, types, values, costs and libraries.
 */

// Types, and what functions look like.
export type { CelType, ListIdentity, ObjectField, ObjectType } from "./check/cel-type.ts";
export {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  opaqueOf,
  optionalOf,
  parameterOf,
  stringType,
  timestampType,
  uintType,
} from "./check/cel-types.ts";
export type { CelConstant, CelEnvironmentDeclarations } from "./check/declare-environment.ts";
export { formatType } from "./check/format-type.ts";
export type {
  CallContext,
  CallEstimate,
  FunctionDeclaration,
  Overload,
  Pattern,
} from "./check/function-declaration.ts";
export type { FindType } from "./check/open-types.ts";
// Costs.
export type { CostEstimate, SizeEstimate, SizeOracle } from "./cost/estimate.ts";
// Environments.
export {
  type CelEnvironment,
  type CelEnvironmentOptions,
  type CelProgram,
  type CheckedCel,
  createCelEnvironment,
} from "./environment.ts";
export type { EvaluationOptions, EvaluationResult } from "./evaluate/compile-program.ts";
export { kubernetesCel } from "./kubernetes-cel.ts";
// Libraries.
export {
  type AuthorizationDecision,
  type AuthorizationQuestion,
  type Authorize,
  authorizerType,
  CelAuthorizer,
  CelGroupCheck,
  CelResourceCheck,
  resourceCheckType,
} from "./libraries/authorizer.ts";
export { bindingsLibrary } from "./libraries/bindings-library.ts";
export { blockLibrary } from "./libraries/block-library.ts";
export type { CelLibrary } from "./libraries/cel-library.ts";
export { encodersLibrary } from "./libraries/encoders-library.ts";
export { jsonPatchLibrary } from "./libraries/json-patch-library.ts";
export { type KubernetesMinor, kubernetesLibraries } from "./libraries/kubernetes-libraries.ts";
export { listsLibrary } from "./libraries/lists-library.ts";
export { mathLibrary } from "./libraries/math-library.ts";
export { optionalLibrary } from "./libraries/optional-library.ts";
export { setsLibrary } from "./libraries/sets-library.ts";
export { type StringsVersion, stringsLibrary } from "./libraries/strings-library.ts";
export { twoVariableLibrary } from "./libraries/two-variable-library.ts";
// Syntax.
export type { Expr, ParsedExpression } from "./syntax/ast.ts";
export { CelError, CelEvaluationError, type CelIssue } from "./syntax/cel-error.ts";
export { formatExpression } from "./syntax/format-expression.ts";
export type { ExprFactory, Macro } from "./syntax/macro.ts";
export { type ParseOptions, parseExpression } from "./syntax/parse-expression.ts";
export { standardMacros } from "./syntax/standard-macros.ts";
// Values.
export { type CelMapValue, createCelMap, isMapValue, mapEntries } from "./values/cel-map.ts";
export {
  CelDouble,
  CelDuration,
  type CelMap,
  type CelOpaque,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  celOpaque,
} from "./values/cel-value.ts";
export { equalValues } from "./values/equal-values.ts";
export { formatValue } from "./values/format-value.ts";
export { createLazyMap } from "./values/lazy-map.ts";
export { createVariableReader } from "./values/shape.ts";
export { formatTimestamp, parseTimestamp } from "./values/timestamps.ts";
export { runtimeTypeName, typeOf } from "./values/type-of.ts";
