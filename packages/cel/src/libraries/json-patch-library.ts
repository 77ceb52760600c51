/** `jsonpatch.escapeKey`, for the paths of patches that an expression makes. */
import { escapeJsonPointerKey } from "@pintle/machinery";
import { stringType } from "../check/cel-types.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload } from "./declare-function.ts";
import { traversalCosts } from "./library-cost.ts";

/** Part of mutating admission policies alone: `kubernetesLibraries` does not have it. */
export const jsonPatchLibrary: CelLibrary = {
  name: "kubernetes.jsonpatch",
  functions: [
    declareFunction(
      "jsonpatch.escapeKey",
      globalOverload(
        "string_jsonpatch_escapeKey_string",
        [stringType],
        stringType,
        ([key]) => escapeJsonPointerKey(key as string),
        traversalCosts({ keepsSize: true }),
      ),
    ),
  ],
};
