/** The variables of a policy: each may use those before it, and is computed only where an expression reads it. */
import {
  boolType,
  bytesType,
  type CelEnvironment,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  type ObjectType,
  stringType,
  timestampType,
  uintType,
} from "@pintle/cel";
import { admissionEnvironment, type ExpressionScope } from "./admission-environment.ts";
import { type CompiledExpression, compileExpression } from "./compile-expression.ts";

export class ComposedVariables {
  readonly #expressions = new Map<string, CompiledExpression>();
  readonly #types = new Map<string, CelType>();
  readonly #type: ObjectType = {
    kind: "object",
    name: "kubernetes.variables",
    field: (name) => {
      const type = this.#types.get(name);
      return type && { type, jsonName: name, isRequired: true };
    },
    fieldNames: () => this.#types.keys(),
  };

  /** By name. */
  get expressions(): ReadonlyMap<string, CompiledExpression> {
    return this.#expressions;
  }

  /** Expressions that are compiled in it see the variables that were added before. */
  environment(scope: ExpressionScope): CelEnvironment {
    return admissionEnvironment(scope).withVariables({ variables: this.#type });
  }

  /** A variable that does not compile fails wherever it is read. */
  add(name: string, source: string, scope: ExpressionScope): CompiledExpression {
    const compiled = compileExpression(this.environment(scope), source);
    this.#types.set(name, compiled.program ? declaredType(compiled.program.type) : dynType);
    this.#expressions.set(name, compiled);
    return compiled;
  }
}

const plainTypes: Partial<Record<CelType["kind"], CelType>> = {
  null: nullType,
  bool: boolType,
  int: intType,
  uint: uintType,
  double: doubleType,
  string: stringType,
  bytes: bytesType,
  timestamp: timestampType,
  duration: durationType,
};

/** Scalars, lists and maps keep their types; of everything else expressions know nothing, as upstream. */
function declaredType(type: CelType): CelType {
  if (type.kind === "list") return listOf(declaredType(type.element));
  if (type.kind === "map") return mapOf(declaredType(type.key), declaredType(type.value));
  return plainTypes[type.kind] ?? dynType;
}
