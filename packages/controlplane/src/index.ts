/**
 * A Kubernetes control plane in a process, and its parts for servers that are put together otherwise: the built-in kinds with their
 * strategies, and how they are shown in Tables.
 */

// What whoever starts a plane may need of the server below it.
export {
  type AuditOptions,
  AuditPolicyError,
  createHttpsTransport,
  createProcessMemory,
  formatAuditEvent,
  type MemoryGauge,
  readAuditPolicy,
  readCertificates,
  type UserInfo,
  type WebhookClientConfig,
  type WebhookConnection,
} from "@pintle/apiserver";
export type { PluginChoice } from "./admission/choose-plugins.ts";
export type { BuiltInOptions, ObjectAccess, ObjectPlace, Reviews } from "./builtin/built-in-options.ts";
export { createBuiltInResources } from "./builtin/built-in-resources.ts";
export { type Conversion, conversions } from "./builtin/conversion/conversions.ts";
export { columnsOf, scaleColumns } from "./columns/columns-of.ts";
export type {
  ControlPlane,
  ControlPlaneOptions,
  ListeningControlPlane,
  ListenOptions,
  StartPhase,
} from "./control-plane.ts";
export { defaultKubeletStages } from "./controllers/kubelet/default-stages.ts";
export type {
  ContainerRole,
  KubeletOptions,
  KubeletStage,
  NextState,
  SimulatedImage,
  StageDelay,
  StageEvent,
  StageNext,
  StageSelector,
  StageTime,
} from "./controllers/kubelet/kubelet-stage.ts";
export { readKubeletOptions } from "./controllers/kubelet/read-kubelet-options.ts";
export type { NodeOptions } from "./controllers/nodes/node-controllers.ts";
export { maxNodes } from "./controllers/nodes/node-manifest.ts";
export { type Profile, profiles } from "./controllers/profile.ts";
export type { SchedulerExtender } from "./controllers/scheduler/extender.ts";
export type { SchedulerOptions } from "./controllers/scheduler/scheduler.ts";
export { type AuthorizationMode, authorizationModes } from "./identity/access-control.ts";
export type { IdentityOptions } from "./identity/identity-options.ts";
export { readSigningKey, readVerifyingKeys, type SigningKey, type VerifyingKey } from "./identity/signing-key.ts";
export { formatKubeconfig, type KubeconfigOptions } from "./kubeconfig.ts";
export type { PlaneSnapshot } from "./snapshot/plane-snapshot.ts";
export { startControlPlane } from "./start-control-plane.ts";
