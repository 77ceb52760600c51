/** What controllers run on: informers, controllers and their manager, events, metrics, and webhooks. */

export { ContestedWriteError } from "./controller/contested-writes.ts";
export { controller } from "./controller/controller.ts";
export type {
  ControllerBuilder,
  ControllerDefinition,
  ControllerOptions,
  OwnsOptions,
  ReadDefinition,
  ToRequests,
  WatchDefinition,
  WatchedObjects,
  WatchesOptions,
  WatchOptions,
} from "./controller/controller-definition.ts";
export type { AddedWatch, Controller, ControllerEnvironment } from "./controller/controller-environment.ts";
export { createController } from "./controller/create-controller.ts";
export { currentRun, type RunIdentity } from "./controller/current-run.ts";
export { errorChain, isTerminal, ReconcileTimeoutError } from "./controller/failures.ts";
export {
  and,
  annotationsChanged,
  generationChanged,
  hashChanged,
  labelsChanged,
  labelsMatch,
  not,
  or,
  type Predicate,
  resourceVersionChanged,
} from "./controller/predicates.ts";
export {
  type CacheReader,
  type Cause,
  type Reconcile,
  type ReconcileContext,
  type Request,
  TerminalError,
} from "./controller/reconcile.ts";
export {
  createPushSource,
  type PushOptions,
  type PushSource,
  type RequestSource,
  type RequestTarget,
} from "./controller/request-source.ts";
export { type StartControllerOptions, type StartedController, startController } from "./controller/start-controller.ts";
export {
  createEventRecorder,
  type EventRecorderOptions,
  type RunningEventRecorder,
} from "./events/create-event-recorder.ts";
export { createEventList, type EventList } from "./events/event-list.ts";
export type { EventRecorder, EventToRecord } from "./events/event-recorder.ts";
export type { EventSink, RecordedEvent, RecordOptions } from "./events/event-sink.ts";
export { createLogEventSink } from "./events/log-event-sink.ts";
export { defaultHttpLimits, type HttpLimits } from "./http/http-limits.ts";
export {
  type BodyOptions,
  type HttpAnswer,
  HttpError,
  type HttpHandler,
  type HttpRequest,
} from "./http/http-message.ts";
export { type HttpServerOptions, type RunningHttpServer, startHttpServer, type TlsFiles } from "./http/listen.ts";
export { type BindAddress, parseBindAddress } from "./http/parse-bind-address.ts";
export { createRoutes, type Route, type Routes } from "./http/routes.ts";
export { createInformers } from "./informers/create-informers.ts";
export type {
  Change,
  HandlerOptions,
  HandlerRegistration,
  Informer,
  InformerHandler,
  InformerProgress,
  Lister,
  ListerOptions,
} from "./informers/informer.ts";
export type { InformerOptions, Informers, InformersOptions } from "./informers/informers.ts";
export { UndecodableObjectError } from "./informers/undecodable-object-error.ts";
export { createManager } from "./manager/create-manager.ts";
export { type Fence, FencedError, Gate } from "./manager/fence.ts";
export { fenceClient } from "./manager/fence-client.ts";
export { handleSignals } from "./manager/handle-signals.ts";
export { type HandleUncaughtOptions, handleUncaught } from "./manager/handle-uncaught.ts";
export type { HealthCheck } from "./manager/health/health-checks.ts";
export type { LeaderElectionOptions } from "./manager/leader-election/leader-election-options.ts";
export type {
  AddControllerOptions,
  Cluster,
  Manager,
  ManagerMetricsOptions,
  ManagerOptions,
} from "./manager/manager.ts";
export { type Part, type PartContext, type PartGroup, partGroups, type RunningPart } from "./manager/part.ts";
export type { ProcessSeam } from "./manager/process-seam.ts";
export { runManager } from "./manager/run-manager.ts";
export { type AccessFilterOptions, createAccessFilter, type HttpFilter } from "./metrics/access-filter.ts";
export { type CertificateMetrics, createCertificateMetrics } from "./metrics/certificate-metrics.ts";
export { type CreateMetricsOptions, createMetrics } from "./metrics/create-metrics.ts";
export { exponentialBuckets } from "./metrics/metric-name.ts";
export type {
  Counter,
  CounterSeries,
  Gauge,
  GaugeSeries,
  Histogram,
  HistogramOptions,
  HistogramSeries,
  LabelValues,
  MetricOptions,
  Metrics,
} from "./metrics/metrics.ts";
export { createMetricsServer, type MetricsServer, type MetricsServerOptions } from "./metrics/metrics-server.ts";
export { createProcessMetrics } from "./metrics/process-metrics.ts";
export { createQueueMetrics, type QueueMetrics, type QueueMetricsOptions } from "./metrics/queue-metrics.ts";
export { countRequests } from "./metrics/rest-client-metrics.ts";
export {
  createTracer,
  loadTracer,
  type OpenTelemetryApi,
  type OpenTelemetrySpan,
  type SpanAttributes,
  type Tracer,
} from "./tracing/tracer.ts";
export type {
  AdmissionDraft,
  AdmissionOperation,
  AdmissionReview,
  AdmissionUser,
} from "./webhooks/admission/admission-review.ts";
export { type AdmissionWebhookOptions, admissionWebhook } from "./webhooks/admission/admission-webhook.ts";
export {
  denyForeignReferences,
  type ObjectReference,
  type ReferenceGrant,
} from "./webhooks/admission/foreign-references.ts";
export { type Judged, Verdict } from "./webhooks/admission/verdict.ts";
export type { CertificateFiles } from "./webhooks/certificates/certificate-files.ts";
export type { CertificateSource, ServingCertificate } from "./webhooks/certificates/certificate-source.ts";
export {
  type CertificatesFromFilesOptions,
  certificatesFromFiles,
} from "./webhooks/certificates/certificates-from-files.ts";
export {
  type InjectedObjects,
  type ManagedCertificatesOptions,
  managedCertificates,
} from "./webhooks/certificates/managed-certificates.ts";
export {
  type SelfSignedCertificateOptions,
  selfSignedCertificate,
} from "./webhooks/certificates/self-signed-certificate.ts";
export {
  type ConversionWebhookOptions,
  conversionWebhook,
  type Spoke,
  type SpokeFunctions,
  spoke,
} from "./webhooks/conversion/conversion-webhook.ts";
export {
  type AccessAnswer,
  type AccessedResource,
  type AccessQuestion,
  type AuthorizeAccess,
  subjectAccessReviewWebhook,
} from "./webhooks/reviews/subject-access-review-webhook.ts";
export {
  type AuthenticateToken,
  type TokenOwner,
  type TokenQuestion,
  tokenReviewWebhook,
} from "./webhooks/reviews/token-review-webhook.ts";
export {
  type ExtenderBinding,
  type ExtenderCandidates,
  type ExtenderFiltered,
  type ExtenderPreemption,
  type ExtenderScores,
  type ExtenderVictims,
  type SchedulerExtenderFunctions,
  schedulerExtender,
} from "./webhooks/scheduler/scheduler-extender.ts";
export { transportToWebhooks, type WebhookTransport } from "./webhooks/transport-to-webhooks.ts";
export type { Webhook, WebhookCall, WebhookEndpoint } from "./webhooks/webhook.ts";
export type { WebhookRoutesOptions } from "./webhooks/webhook-routes.ts";
export { createWebhookServer, type WebhookServer, type WebhookServerOptions } from "./webhooks/webhook-server.ts";
