/** A Kubernetes client: configuration, connections, resources by kind, watches, and streams. */
export { type ChosenContext, chooseContext } from "./config/choose-context.ts";
export type {
  ClientConfig,
  CredentialSource,
  Credentials,
  Impersonation,
  TrustSource,
} from "./config/client-config.ts";
export { configFromKubeconfig, type KubeconfigChoice } from "./config/config-from-kubeconfig.ts";
export type {
  CommandResult,
  CommandToRun,
  ConfigFiles,
  ConfigSeams,
  HttpExchange,
  HttpExchangeRequest,
  RunCommand,
} from "./config/config-seams.ts";
export { CredentialsError } from "./config/credentials-error.ts";
export {
  formatKubeconfig,
  type Kubeconfig,
  type KubeconfigAuthProvider,
  type KubeconfigCluster,
  type KubeconfigContext,
  type KubeconfigExec,
  type KubeconfigUser,
  type NamedCluster,
  type NamedContext,
  type NamedExtension,
  type NamedUser,
  parseKubeconfig,
} from "./config/kubeconfig.ts";
export { type LoadConfigOptions, loadConfig } from "./config/load-config.ts";
export { mergeKubeconfigs } from "./config/merge-kubeconfigs.ts";
export { type Client, type ClientOptions, createClient, type TransportConfig } from "./create-client.ts";
export type { DiscoveredKind } from "./discovery/discovered-kind.ts";
export type { Discovery, WantedKind } from "./discovery/discovery.ts";
export { NoKindMatchError } from "./discovery/no-kind-match-error.ts";
export type { AnsweredTry, TryListener } from "./request/answered-try.ts";
export type { ApiRequest, CallOptions, RequestSubject } from "./request/api-request.ts";
export type { ClientInterceptor, CompletedWrite } from "./request/client-interceptor.ts";
export { decodeJson } from "./request/decode-json.ts";
export { createRequester, type Requester, type RequesterOptions } from "./request/requester.ts";
export { type UndecodedObject, undecodedFromObject } from "./request/undecoded-object.ts";
export { UnexpectedResponseError } from "./request/unexpected-response-error.ts";
export { defaultUserAgent } from "./request/user-agent.ts";
export type { WireEvent } from "./request/watch-decoder.ts";
export type { WatchLine } from "./request/watch-lines.ts";
export { type CreatedOrUpdated, createOrUpdate, ignoreNotFound } from "./resource/create-or-update.ts";
export type {
  ListOptions,
  PageOptions,
  SelectOptions,
  WatchLinesOptions,
  WatchOptions,
} from "./resource/list-options.ts";
export type { Page } from "./resource/list-pages.ts";
export { type MergePatchFromOptions, mergePatchFrom } from "./resource/merge-patch-from.ts";
export type { AppliedOf, MergePatchOf, Patch, StrategicPatchOf } from "./resource/patch.ts";
export type { ProxyOptions, ProxyVerb } from "./resource/proxy.ts";
export type {
  DynamicManifest,
  DynamicObject,
  DynamicResource,
  InputOf,
  KindReference,
  MetadataResource,
  PartialObjectMetadata,
  PartialVerbs,
  PlaceOf,
  Resource,
  ResourceVerbs,
  ReviewKind,
  ReviewResource,
} from "./resource/resource.ts";
export { retryOnConflict } from "./resource/retry-on-conflict.ts";
export type {
  CreateVerb,
  DynamicSubresource,
  SubresourceNameOf,
  SubresourceOf,
  SubresourceVerbs,
} from "./resource/subresource.ts";
export type {
  Eviction,
  PodBinding,
  Scale,
  TokenRequest,
  TokenRequestInput,
  TokenRequestSpec,
} from "./resource/subresource-objects.ts";
export type { WatchEvent } from "./resource/watch-event.ts";
export type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  WriteOptions,
} from "./resource/write-options.ts";
// What goes on inside of pods.
export type { CopiedFiles } from "./streams/copy/copy-from-pod.ts";
export type { CopyOptions } from "./streams/copy/copy-to-pod.ts";
export type { AttachOptions, ExecOptions, ExecSession } from "./streams/exec.ts";
export type { ExecExit } from "./streams/exit-status.ts";
export type { PortListener, PortListenerOptions } from "./streams/listen-for-port.ts";
export type { LogOptions } from "./streams/logs.ts";
export type { PodPlace } from "./streams/open-web-socket.ts";
export type { PodStreams } from "./streams/pod-streams.ts";
export type { PortOptions } from "./streams/port-forward.ts";
export { StreamEndedError, StreamError } from "./streams/stream-error.ts";
export {
  type DispatchedUpgrade,
  type UpgradeAnswer,
  type UpgradeRequest,
  type Upgrader,
  upgradeOver,
} from "./streams/upgrade.ts";
export { ConnectionError } from "./transport/connection-error.ts";
export {
  createHttpTransport,
  type HttpTransport,
  type HttpTransportOptions,
} from "./transport/create-http-transport.ts";
