/** What names mean at a place in an expression: the variables of comprehensions around it first, then what is declared. */
import type { CelValue } from "../values/cel-value.ts";
import type { CelType } from "./cel-type.ts";
import { typeOfType } from "./cel-types.ts";
import type { CelEnvironmentDeclarations } from "./declare-environment.ts";
import type { FunctionDeclaration } from "./function-declaration.ts";
import { candidateNames } from "./resolve-names.ts";

export interface DeclaredIdent {
  readonly name: string;
  readonly type: CelType;
  readonly constant?: CelValue;
}

export class Scope {
  readonly #declarations: CelEnvironmentDeclarations;
  readonly #locals: Map<string, CelType>[] = [];

  constructor(declarations: CelEnvironmentDeclarations) {
    this.#declarations = declarations;
  }

  /** Runs with more variables, which are gone afterwards. They hide those of the same name. */
  within<Result>(variables: Iterable<readonly [string, CelType]>, run: () => Result): Result {
    this.#locals.push(new Map(variables));
    const result = run();
    this.#locals.pop();
    return result;
  }

  ident(name: string): DeclaredIdent | undefined {
    for (const candidate of candidateNames(this.#declarations.container, name)) {
      const found = this.#identOf(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function(name: string): FunctionDeclaration | undefined {
    for (const candidate of candidateNames(this.#declarations.container, name)) {
      const found = this.#declarations.functions.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #identOf(name: string): DeclaredIdent | undefined {
    const { variables, constants, types } = this.#declarations;
    const variable = this.#locals.findLast((each) => each.has(name))?.get(name) ?? variables.get(name);
    if (variable !== undefined) return { name, type: variable };
    const constant = constants.get(name);
    if (constant !== undefined) return { name, type: constant.type, constant: constant.value };
    const type = types.get(name);
    return type === undefined ? undefined : { name, type: typeOfType(type) };
  }
}
