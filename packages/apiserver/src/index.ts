/**
 * The parts of a Kubernetes-compatible API server.
 *
 * The tour: the server as one function from requests to answers; what it serves and where that is kept; who may ask; how requests are
 * carried; and what clients are told about it all.
 */

// Admission.
export { type AdmissionAttributes, type AdmissionChain, emptyAdmissionChain } from "./admission/admission.ts";
export { type AdmissionPlugin, type AdmissionRound, chainPlugins } from "./admission/admission-plugin.ts";
export {
  type AdmissionFunctions,
  type AdmissionRequest,
  type AdmissionRule,
  defineAdmission,
} from "./admission/define-admission.ts";
export {
  createExpressionJudge,
  type ExpressionJudge,
  type ExpressionResult,
  loadExpressionJudge,
} from "./admission/expressions/load-expression-judge.ts";
export { forbidRequest } from "./admission/forbid.ts";
export { createMutatingPolicies } from "./admission/policies/mutating-policies.ts";
export type { PolicyAdmissionOptions } from "./admission/policies/policy-tools.ts";
export { createValidatingPolicies } from "./admission/policies/validating-policies.ts";
export { createMutatingWebhooks } from "./admission/webhooks/mutating-webhooks.ts";
export { createValidatingWebhooks } from "./admission/webhooks/validating-webhooks.ts";
export type { WebhookAdmissionOptions } from "./admission/webhooks/webhook-source.ts";
// Other servers behind it.
export {
  type Aggregation,
  type Aggregator,
  type AggregatorOptions,
  createAggregator,
} from "./aggregation/aggregator.ts";
export type { Backend, BackendTarget, ConnectBackend, FindService } from "./aggregation/backend.ts";
// The server.
export { type ApiServer, type ApiServerOptions, createApiServer } from "./api-server.ts";
// Custom resources.
export { type CustomOpenApi, createCustomOpenApi } from "./apiextensions/custom-openapi.ts";
export { withDefinitionRules, withDefinitionStatusRules } from "./apiextensions/definition-strategy.ts";
export type { DefinitionsOptions } from "./apiextensions/definition-work.ts";
export { type ServedDefinitions, startServingDefinitions } from "./apiextensions/serve-definitions.ts";
// What is written down about requests.
export {
  type AuditEvent,
  type AuditLevel,
  type AuditSink,
  type AuditStage,
  formatAuditEvent,
} from "./audit/audit-event.ts";
export type { AuditedResources, AuditPolicy, AuditRule } from "./audit/audit-policy.ts";
export { AuditPolicyError, readAuditPolicy } from "./audit/read-audit-policy.ts";
// Behind a main server.
export {
  createDelegatedAuthentication,
  type DelegatedAuthenticationOptions,
} from "./delegated/delegated-authentication.ts";
export {
  createDelegatedAuthorization,
  type DelegatedAuthorizationOptions,
} from "./delegated/delegated-authorization.ts";
export type { VersionInfo } from "./handle-version.ts";
export type { HealthCheck, Probe } from "./health/health-check.ts";
// How requests are carried.
export {
  createHttpsTransport,
  type HttpsPlace,
  type HttpsTransport,
  type HttpsTransportOptions,
} from "./http/https-transport.ts";
export { createInProcessTransport, type InProcessTransportOptions } from "./http/in-process-transport.ts";
export { type HttpServerOptions, type RunningHttpServer, serveHttp } from "./http/serve-http.ts";
// Who may ask.
export { authenticateCertificates } from "./identity/authenticate-certificate.ts";
export {
  authenticateFrontProxy,
  type FrontProxyHeaders,
  type FrontProxyOptions,
} from "./identity/authenticate-front-proxy.ts";
export { authenticateTokens, bearerToken, equalTokens, refuseUnknownTokens } from "./identity/authenticate-token.ts";
export { type AuthorizationWebhookOptions, createAuthorizationWebhook } from "./identity/authorization-webhook.ts";
export { createEscalationChecks, type EscalationChecks } from "./identity/rbac/escalation.ts";
export { findMissingRules } from "./identity/rbac/missing-rules.ts";
export { type PolicyRule, readPolicyRules, unlimitedRules } from "./identity/rbac/policy-rule.ts";
export { type RbacPolicy, type RbacPolicyOptions, startRbacPolicy } from "./identity/rbac/rbac-policy.ts";
export { createRbacAuthorizer, isPrivileged, listRulesOf, type UserRules } from "./identity/rbac-authorizer.ts";
export {
  createTokenWebhook,
  type ReviewedToken,
  type TokenWebhook,
  type TokenWebhookOptions,
} from "./identity/token-webhook.ts";
export { readCertificates } from "./identity/verify-certificate.ts";
export type { OpenApiSource } from "./openapi/openapi-source.ts";
export {
  type Authenticator,
  anonymous,
  uniteAuthenticators,
  withAuthenticatedGroup,
} from "./pipeline/authenticator.ts";
export { type AccessDecision, type AccessQuestion, type Authorizer, uniteAuthorizers } from "./pipeline/authorizer.ts";
export type { FilterOptions } from "./pipeline/filter-chain.ts";
export type { CorsOptions } from "./pipeline/filters/allow-origins.ts";
export type { AuditOptions } from "./pipeline/filters/audit.ts";
export type { InFlightLimits } from "./pipeline/filters/limit-in-flight.ts";
export { createProcessMemory, type MemoryGauge } from "./pipeline/memory/memory-gauge.ts";
export type { MemoryGuard, MemoryShortage } from "./pipeline/memory/memory-guard.ts";
export type { RequestContext, UserInfo } from "./pipeline/request-context.ts";
export type { RequestInfo } from "./pipeline/request-info.ts";
export type { Filter, Handler, Peer, ServerRequest, ServerResponse } from "./pipeline/server-request.ts";
// What is served.
export type { CustomCall, CustomStorage } from "./registry/custom-storage.ts";
export {
  defineServedResource,
  type ServedResourceDefinition,
  type TypedStrategy,
  type TypedVersion,
  type VersionTypes,
} from "./registry/define-served-resource.ts";
export { findServedKind } from "./registry/find-served-kind.ts";
export { formatAge, formatHumanDuration, readTimeMs } from "./registry/human-duration.ts";
export { createResourceEndpoint, type ResourceEndpoint } from "./registry/resource-endpoint.ts";
export { createResourceRegistry, type ResourceRegistry } from "./registry/resource-registry.ts";
export type {
  OwnSubresource,
  ScaleSubresource,
  ServedResource,
  ServedSubresource,
  ServedVersion,
  StatusSubresource,
} from "./registry/served-resource.ts";
export { decodeStored, encodeStored } from "./registry/stored-object.ts";
export type { Beginning, GenerationRule, Strategy, StrategyRequest } from "./registry/strategy.ts";
export type { TableColumn, TableColumns } from "./registry/table-columns.ts";
export { validateMetadataOnCreate } from "./registry/validate-metadata.ts";
export { type DeletedObject, type DeletionSeams, deleteUnadmitted } from "./rest/delete-unadmitted.ts";
export { queryInteger } from "./rest/query.ts";
// Where it is kept.
export { createMemoryStorage } from "./storage/memory-storage.ts";
export {
  CompactedError,
  FutureRevisionError,
  type Storage,
  type StorageChange,
  type StorageListRequest,
  type StoragePage,
  type StorageReading,
  type StorageWatch,
  type StorageWatcher,
  type StorageWatchRequest,
  type StoredValue,
  type SwapOptions,
  type SwapResult,
} from "./storage/storage.ts";
export type { ConnectWebhook, WebhookClientConfig, WebhookConnection } from "./webhooks/webhook-connection.ts";
export { validateWebhookPlace } from "./webhooks/webhook-place-errors.ts";
// How objects are read and written.
export { decodeObject } from "./wire/decode-object.ts";
export { writeGoJson } from "./wire/json/go-json-text.ts";
export { readGoJson } from "./wire/json/read-go-json.ts";
export { decodeProtobuf } from "./wire/protobuf/decode-protobuf.ts";
export { encodeEnvelope } from "./wire/protobuf/encode-envelope.ts";
export { encodeProtobuf } from "./wire/protobuf/encode-protobuf.ts";
export { openEnvelope } from "./wire/protobuf/envelope.ts";
export { arrangeBuiltIn } from "./wire/typed/arrange-built-in.ts";
export { normalizeBuiltIn } from "./wire/typed/normalize-built-in.ts";
export { GoTypeError } from "./wire/typed/type-errors.ts";
export { typeNameOf } from "./wire/typed/type-name-of.ts";
export { writeYaml } from "./wire/yaml-text.ts";
