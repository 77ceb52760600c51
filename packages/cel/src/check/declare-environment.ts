/**
 * What expressions may use: variables, constants, types and functions, each under its name.
 *
 * Declarations that contradict each other are refused when the environment is made, not when an expression happens to meet them.
 */
import { UsageError } from "@pintle/machinery";
import type { CelValue } from "../values/cel-value.ts";
import type { CelType } from "./cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  nullType,
  parameterOf,
  stringType,
  timestampType,
  typeName,
  typeType,
  uintType,
} from "./cel-types.ts";
import type { FunctionDeclaration } from "./function-declaration.ts";
import { mergeFunctions } from "./merge-functions.ts";
import { type FindType, OpenTypes } from "./open-types.ts";
import { wellKnownMessages } from "./well-known-messages.ts";

export interface CelConstant {
  readonly type: CelType;
  readonly value: CelValue;
}

export interface CelDeclarations {
  readonly variables?: Readonly<Record<string, CelType>>;
  readonly constants?: Readonly<Record<string, CelConstant>>;
  /** Types beyond those of the language. Each is known under its own name, as a value and to make objects of (`T{field: 1}`). */
  readonly types?: readonly CelType[];
  /** Knows the types that cannot be listed; those that are declared go first. */
  readonly findType?: FindType;
  /** Declarations of one name are merged; an overload declared again must be the same. */
  readonly functions?: readonly FunctionDeclaration[];
  /** The namespace in which names are looked up first: none. */
  readonly container?: string;
  /** Whether `1 < 2.0` is allowed, though the types differ: it is not. Kubernetes allows it since 1.28. */
  readonly crossTypeComparison?: boolean;
}

/** Declarations made ready for the checker. */
export interface CelEnvironmentDeclarations {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly constants: ReadonlyMap<string, CelConstant>;
  readonly types: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly container: string;
  readonly crossTypeComparison: boolean;
}

const standardTypes: readonly CelType[] = [
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf(parameterOf("A")),
  mapOf(parameterOf("A"), parameterOf("B")),
  nullType,
  stringType,
  timestampType,
  typeType,
  uintType,
];

export function declareEnvironment(declarations: CelDeclarations): CelEnvironmentDeclarations {
  const { container = "", crossTypeComparison = false } = declarations;
  const variables = new Map(Object.entries(declarations.variables ?? {}));
  const constants = new Map(Object.entries(declarations.constants ?? {}));
  const twice = [...constants.keys()].find((name) => variables.has(name));
  if (twice !== undefined) {
    throw new UsageError(
      "PINTLE_CEL_CONFLICT",
      `${twice} is both a variable and a constant: give one of them another name`,
    );
  }
  const declared = [...standardTypes, ...(declarations.types ?? [])].map((type) => [typeName(type), type] as const);
  const wellKnown = Array.from(wellKnownMessages, ([name, { type }]) => [name, type] as const);
  const named = [...wellKnown, ...declared];
  const types = declarations.findType ? new OpenTypes(named, declarations.findType) : new Map(named);
  const functions = mergeFunctions(declarations.functions ?? []);
  return { variables, constants, types, functions, container, crossTypeComparison };
}
