/** Which libraries the CEL of a Kubernetes minor has. A newer minor has all of the older ones', but for strings in their older version. */
import { UsageError } from "@pintle/machinery";
import { authorizerLibrary, authorizerSelectorsLibrary } from "./authorizer-library.ts";
import type { CelLibrary } from "./cel-library.ts";
import { cidrLibrary } from "./cidr-library.ts";
import { formatLibrary } from "./format-library.ts";
import { ipLibrary } from "./ip-library.ts";
import { kubernetesListsLibrary } from "./kubernetes-lists-library.ts";
import { listsLibrary } from "./lists-library.ts";
import { optionalLibrary } from "./optional-library.ts";
import { quantityLibrary } from "./quantity-library.ts";
import { regexLibrary } from "./regex-library.ts";
import { semverLibrary } from "./semver-library.ts";
import { setsLibrary } from "./sets-library.ts";
import { stringsLibrary } from "./strings-library.ts";
import { twoVariableLibrary } from "./two-variable-library.ts";
import { urlLibrary } from "./url-library.ts";

export type KubernetesMinor = "1.27" | "1.28" | "1.29" | "1.30" | "1.31" | "1.32" | "1.33" | "1.34" | "1.35" | "1.36";

const [oldest, newest] = [27, 36];

/** By the minor that brought them. */
const introduced: readonly (readonly [number, readonly CelLibrary[]])[] = [
  [0, [urlLibrary, regexLibrary, kubernetesListsLibrary]],
  [27, [authorizerLibrary]],
  [28, [optionalLibrary, quantityLibrary]],
  [29, [setsLibrary]],
  [30, [ipLibrary, cidrLibrary]],
  [31, [formatLibrary, authorizerSelectorsLibrary]],
  [32, [twoVariableLibrary]],
  [33, [semverLibrary]],
  [34, [listsLibrary]],
];

export function kubernetesLibraries(minor: KubernetesMinor): readonly CelLibrary[] {
  const number = Number(/^1\.([0-9]+)$/.exec(minor)?.[1]);
  if (!(number >= oldest && number <= newest)) {
    throw new UsageError(
      "PINTLE_CEL_UNKNOWN_MINOR",
      `the CEL of Kubernetes ${minor} is not known here; take one from 1.${oldest} to 1.${newest}`,
    );
  }
  const strings = stringsLibrary(number < 29 ? 0 : 2);
  return [strings, ...introduced.flatMap(([since, libraries]) => (number >= since ? libraries : []))];
}
