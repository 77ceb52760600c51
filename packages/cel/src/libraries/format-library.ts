/** Kubernetes' named formats: `format.dns1123Label().validate(text)` gives what is wrong with a text, or an empty optional. */
import { listOf, opaqueOf, optionalOf, stringType } from "../check/cel-types.ts";
import { scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { type CelOpaque, CelOptional, type CelValue, celOpaque } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload, type OverloadCosts } from "./declare-function.ts";
import { patternCost, perCharacter, perPatternCharacter, sizeAt, sizeOfArgument } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";
import { type NamedFormat, namedFormats } from "./named-formats.ts";

const typeName = "kubernetes.NamedFormat";
export const formatType = opaqueOf(typeName);

/** A format as a value of CEL. */
export class CelFormat implements CelOpaque {
  readonly [celOpaque] = formatType;
  readonly format: NamedFormat;

  constructor(format: NamedFormat) {
    this.format = format;
  }

  equals(other: CelOpaque): boolean {
    return other instanceof CelFormat && other.format.name === this.format.name;
  }
}

/** No format is expected to have a longer name, or a longer pattern. */
const maxNameSize = 64;
const maxPatternSize = 128;

const validateCosts: OverloadCosts = {
  // Where there is no format, because what should have given it failed, the call costs what any call does.
  actualCost: (args) =>
    args[0] instanceof CelFormat ? patternCost(sizeOfArgument(args, 1), args[0].format.patternSize) : 1,
  estimatedCost: (sizes) => ({
    cost: scaleEstimate(scaleEstimate(sizeAt(sizes, 1), perCharacter), maxPatternSize * perPatternCharacter),
  }),
};

function formatOf(value: CelValue | undefined): NamedFormat {
  return value instanceof CelFormat ? value.format : noSuchOverload();
}

function validate([format, text]: readonly CelValue[]): CelOptional {
  const complaints = formatOf(format).validate(text as string);
  return new CelOptional(complaints.length === 0 ? undefined : complaints);
}

function named(name: string): CelOptional {
  const format = namedFormats.get(name);
  return new CelOptional(format && new CelFormat(format));
}

const constants = Array.from(namedFormats, ([name, format]) => {
  const value = new CelFormat(format);
  return declareFunction(
    `format.${name}`,
    globalOverload(`format.${name}`, [], formatType, () => value),
  );
});

export const formatLibrary: CelLibrary = {
  name: "kubernetes.format",
  types: [formatType],
  equalityCosts: { [typeName]: () => scaleEstimate({ min: 1, max: maxNameSize }, perCharacter) },
  functions: [
    ...constants,
    declareFunction(
      "format.named",
      globalOverload("format-named", [stringType], optionalOf(formatType), ([name]) => named(name as string)),
    ),
    declareFunction(
      "validate",
      memberOverload(
        "format-validate",
        [formatType, stringType],
        optionalOf(listOf(stringType)),
        validate,
        validateCosts,
      ),
    ),
  ],
};
