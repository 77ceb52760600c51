/**
 * A Kubernetes control plane in a process, and its parts for servers that are put together otherwise: the built-in kinds with their
 * strategies, and how they are shown in Tables.
 */

export type { BuiltInOptions, ObjectAccess, ObjectPlace, Reviews } from "./builtin/built-in-options.ts";
export { createBuiltInResources } from "./builtin/built-in-resources.ts";
export { type Conversion, conversions } from "./builtin/conversion/conversions.ts";
export { columnsOf, scaleColumns } from "./columns/columns-of.ts";
export { formatKubeconfig, type KubeconfigOptions } from "./kubeconfig.ts";
export { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "./start-control-plane.ts";
