/**
 * A Kubernetes control plane in a process, and its parts for servers that are put together otherwise: the built-in kinds with their
 * strategies, and how they are shown in Tables.
 */

// What whoever starts a plane may need of the server below it.
export {
  type AuditOptions,
  AuditPolicyError,
  createHttpsTransport,
  formatAuditEvent,
  readAuditPolicy,
  readCertificates,
  type UserInfo,
  type WebhookConnection,
} from "@pintle/apiserver";
export type { PluginChoice } from "./admission/choose-plugins.ts";
export type { BuiltInOptions, ObjectAccess, ObjectPlace, Reviews } from "./builtin/built-in-options.ts";
export { createBuiltInResources } from "./builtin/built-in-resources.ts";
export { type Conversion, conversions } from "./builtin/conversion/conversions.ts";
export { columnsOf, scaleColumns } from "./columns/columns-of.ts";
export { type AuthorizationMode, authorizationModes } from "./identity/access-control.ts";
export type { IdentityOptions } from "./identity/identity-options.ts";
export { readSigningKey, readVerifyingKeys, type SigningKey, type VerifyingKey } from "./identity/signing-key.ts";
export { formatKubeconfig, type KubeconfigOptions } from "./kubeconfig.ts";
export { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "./start-control-plane.ts";
