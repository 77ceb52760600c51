/** Kubernetes' versions: `semver(text)`, their order and their numbers. */
import { boolType, intType, opaqueOf, stringType } from "../check/cel-types.ts";
import type { Overload } from "../check/function-declaration.ts";
import { fixedEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelOpaque, type CelValue, celOpaque } from "../values/cel-value.ts";
import { shrinkInteger } from "../values/integers.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import { traversalCosts } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";
import { compareSemver, parseNormalizedSemver, parseSemver, type SemanticVersion, SemverParseError } from "./semver.ts";

const typeName = "kubernetes.Semver";
export const semverType = opaqueOf(typeName);

/** A version as a value of CEL. */
export class CelSemver implements CelOpaque {
  readonly [celOpaque] = semverType;
  readonly version: SemanticVersion;

  constructor(version: SemanticVersion) {
    this.version = version;
  }

  equals(other: CelOpaque): boolean {
    return other instanceof CelSemver && compareSemver(other.version, this.version) === 0;
  }
}

function parse([text, isLenient]: readonly CelValue[]): CelSemver {
  try {
    return new CelSemver(isLenient === true ? parseNormalizedSemver(text as string) : parseSemver(text as string));
  } catch (error) {
    if (error instanceof SemverParseError) throw new CelEvaluationError(error.message);
    throw error;
  }
}

function isSemver(args: readonly CelValue[]): boolean {
  try {
    parse(args);
    return true;
  } catch (error) {
    if (error instanceof CelEvaluationError) return false;
    throw error;
  }
}

function versionOf(value: CelValue | undefined): SemanticVersion {
  return value instanceof CelSemver ? value.version : noSuchOverload();
}

function compare([left, right]: readonly CelValue[]): -1 | 0 | 1 {
  return compareSemver(versionOf(left), versionOf(right));
}

/** Kubernetes casts the unsigned number to an int, so what is beyond 2^63 comes out negative. */
function numberOf(id: string, part: "major" | "minor" | "patch"): Overload {
  return memberOverload(id, [semverType], intType, ([version]) =>
    shrinkInteger(BigInt.asIntN(64, versionOf(version)[part])),
  );
}

const pair = [semverType, semverType];
const costs = traversalCosts();

export const semverLibrary: CelLibrary = {
  name: "kubernetes.Semver",
  types: [semverType],
  equalityCosts: { [typeName]: () => fixedEstimate(1) },
  functions: [
    declareFunction(
      "semver",
      globalOverload("string_to_semver", [stringType], semverType, parse, costs),
      globalOverload("string_bool_to_semver", [stringType, boolType], semverType, parse, costs),
    ),
    declareFunction(
      "isSemver",
      globalOverload("is_semver_string", [stringType], boolType, isSemver, costs),
      globalOverload("is_semver_string_bool", [stringType, boolType], boolType, isSemver, costs),
    ),
    declareFunction(
      "isGreaterThan",
      memberOverload("semver_is_greater_than", pair, boolType, (args) => compare(args) > 0),
    ),
    declareFunction(
      "isLessThan",
      memberOverload("semver_is_less_than", pair, boolType, (args) => compare(args) < 0),
    ),
    declareFunction("compareTo", memberOverload("semver_compare_to", pair, intType, compare)),
    declareFunction("major", numberOf("semver_major", "major")),
    declareFunction("minor", numberOf("semver_minor", "minor")),
    declareFunction("patch", numberOf("semver_patch", "patch")),
  ],
};
