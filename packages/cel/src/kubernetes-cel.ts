/** The language as Kubernetes sets it up for the rules of a minor version: its libraries, and how strict it is. */
import type { CelEnvironmentOptions } from "./environment.ts";
import { type KubernetesMinor, kubernetesLibraries } from "./libraries/kubernetes-libraries.ts";

/** The options of an environment, to which only variables are to be added: `{ ...kubernetesCel("1.36"), variables }`. */
export function kubernetesCel(version: KubernetesMinor): CelEnvironmentOptions {
  const minor = Number(version.slice("1.".length));
  return {
    libraries: kubernetesLibraries(version),
    crossTypeComparison: minor >= 28,
    homogeneousLiterals: true,
    literalValidation: minor >= 29,
    quotedFields: false,
  };
}
