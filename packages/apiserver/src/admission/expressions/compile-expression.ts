/** Compiles expressions, which must give one of the types that their place in an object asks for. */
import {
  type CelEnvironment,
  CelError,
  type CelProgram,
  type CelType,
  type CheckedCel,
  runtimeTypeName,
} from "@pintle/cel";

/** An expression with its program, or with the reason why there is none, in Kubernetes' words. */
export type CompiledExpression =
  | { readonly source: string; readonly program: CelProgram }
  | {
      readonly source: string;
      readonly program?: undefined;
      readonly error: string;
      /** Whether the expression is one, and could never run all the same. */
      readonly isInternal?: boolean;
    };

/** `expected` is undefined where any type will do. */
export function compileExpression(
  environment: CelEnvironment,
  source: string,
  expected?: readonly CelType[],
): CompiledExpression {
  try {
    const checked = environment.check(source);
    const error = expected && complainOfType(checked.type, expected);
    return error === undefined ? instantiate(source, checked) : { source, error };
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return { source, error: `compilation failed: ${error.message}` };
  }
}

function instantiate(source: string, checked: CheckedCel): CompiledExpression {
  try {
    return { source, program: checked.createProgram() };
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const why = error.issues.map(({ message }) => message).join("\n");
    return { source, error: `program instantiation failed: ${why}`, isInternal: true };
  }
}

function complainOfType(found: CelType, expected: readonly CelType[]): string | undefined {
  const names = expected.map(describeType);
  const name = describeType(found);
  if (names.includes(name)) return undefined;
  return names.length === 1
    ? `must evaluate to ${names[0]} but got ${name}`
    : `must evaluate to one of [${names.join(" ")}] but got ${name}`;
}

/** As Go prints a type: by the name that it has at run time, with its parameters. */
function describeType(type: CelType): string {
  const name = runtimeTypeName(type);
  const parameters = parametersOf(type);
  return parameters.length === 0 ? name : `${name}(${parameters.map(describeType).join(", ")})`;
}

function parametersOf(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case "list":
      return [type.element];
    case "map":
      return [type.key, type.value];
    case "opaque":
      return type.parameters;
    default:
      return type.kind === "type" && type.of ? [type.of] : [];
  }
}
