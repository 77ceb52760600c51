/**
 * What the type parameters in an expression turned out to be, found by making types fit each other (unification).
 *
 * - `fit` either finds the bindings under which all pairs of types fit, or leaves everything as it was.
 * - A binding can become more general (`int`, then `dyn`), never more special, as in cel-go.
 * - A parameter is never bound to a type that contains it, so that following bindings ends.
 */
import type { CelType } from "./cel-type.ts";
import { dynType, listOf, mapOf, opaqueOf, parameterOf, typeName, typeOfType, typeParameters } from "./cel-types.ts";
import { equalTypes, isDynOrError, isEqualOrLessSpecific } from "./type-relations.ts";

export class TypeBindings {
  readonly #bound = new Map<string, CelType>();
  /** What `#bound` held before each change since the current attempt began, to take the attempt back. */
  readonly #undo: (readonly [string, CelType | undefined])[] = [];
  /** Types known to hold no parameter: they stay as they are and need not be looked into again. */
  readonly #closed = new WeakSet<CelType>();
  #count = 0;

  /** A type parameter that nothing else uses. */
  fresh(): CelType {
    const parameter = parameterOf(`_var${this.#count}`);
    this.#count += 1;
    return parameter;
  }

  /** Whether each type fits its counterpart; binds what has to be bound for that. */
  fit(types: readonly CelType[], others: readonly CelType[]): boolean {
    this.#undo.length = 0;
    if (this.#fitAll(types, others)) return true;
    for (const [name, before] of this.#undo.reverse()) {
      if (before === undefined) this.#bound.delete(name);
      else this.#bound.set(name, before);
    }
    return false;
  }

  /** The type with all bound parameters replaced. Those left free become `dyn` where the answer is final. */
  resolve(type: CelType, isFinal = false): CelType {
    return this.#replace(type, (parameter) => {
      const bound = this.#bound.get(parameter.name);
      if (bound !== undefined) return this.resolve(bound, isFinal);
      return isFinal ? dynType : parameter;
    });
  }

  /** The same types with fresh parameters, the same for the same name. */
  instantiate(types: readonly CelType[]): readonly CelType[] {
    const fresh = new Map<string, CelType>();
    return types.map((type) =>
      this.#replace(type, ({ name }) => {
        const parameter = fresh.get(name) ?? this.fresh();
        fresh.set(name, parameter);
        return parameter;
      }),
    );
  }

  #replace(type: CelType, replacement: (parameter: CelType & { kind: "parameter" }) => CelType): CelType {
    if (type.kind === "parameter") return replacement(type);
    if (this.#isClosed(type)) return type;
    const replaced = typeParameters(type).map((each) => this.#replace(each, replacement));
    const [first = dynType, second = dynType] = replaced;
    if (type.kind === "list") return listOf(first);
    if (type.kind === "map") return mapOf(first, second);
    if (type.kind === "type") return typeOfType(first);
    return opaqueOf(typeName(type), ...replaced);
  }

  #isClosed(type: CelType): boolean {
    if (type.kind === "parameter") return false;
    if (this.#closed.has(type)) return true;
    const isClosed = typeParameters(type).every((each) => this.#isClosed(each));
    if (isClosed) this.#closed.add(type);
    return isClosed;
  }

  #bind(name: string, type: CelType): void {
    this.#undo.push([name, this.#bound.get(name)]);
    this.#bound.set(name, type);
  }

  #fitAll(types: readonly CelType[], others: readonly CelType[]): boolean {
    if (types.length !== others.length) return false;
    return types.every((type, index) => {
      const other = others[index];
      return other !== undefined && this.#fit(type, other);
    });
  }

  #fit(one: CelType, other: CelType): boolean {
    if (one === other) return true;
    if (other.kind === "parameter") {
      const { isValid, wasBound } = this.#substitute(one, other.name);
      if (isValid || wasBound) return isValid;
    }
    if (one.kind === "parameter") return this.#substitute(other, one.name).isValid;
    if (isDynOrError(one) || isDynOrError(other)) return true;
    if (one.kind === "null") return isNullable(other);
    if (other.kind === "null") return isNullable(one);
    if (one.kind !== other.kind) return false;
    if (one.kind === "type") return true;
    return typeName(one) === typeName(other) && this.#fitAll(typeParameters(one), typeParameters(other));
  }

  /** Whether the parameter can stand for the type, and whether it was bound before the question. */
  #substitute(type: CelType, name: string): { readonly isValid: boolean; readonly wasBound: boolean } {
    if (type.kind === "parameter" && type.name === name) return { isValid: true, wasBound: true };
    const bound = this.#bound.get(name);
    if (bound === undefined) {
      const isValid = !this.#mentions(type, name);
      if (isValid) this.#bind(name, type);
      return { isValid, wasBound: false };
    }
    if (equalTypes(type, bound)) return { isValid: true, wasBound: true };
    if (!this.#fit(type, bound)) return { isValid: false, wasBound: true };
    const general = isEqualOrLessSpecific(type, bound) ? type : bound;
    if (!this.#mentions(general, name)) this.#bind(name, general);
    return { isValid: true, wasBound: true };
  }

  #mentions(type: CelType, name: string): boolean {
    if (this.#isClosed(type)) return false;
    if (type.kind !== "parameter") return typeParameters(type).some((each) => this.#mentions(each, name));
    if (type.name === name) return true;
    const bound = this.#bound.get(type.name);
    return bound !== undefined && this.#mentions(bound, name);
  }
}

/** Where `null` may stand although it is not of the type: that of old. */
function isNullable(type: CelType): boolean {
  return type.isWrapper === true || ["null", "opaque", "object", "timestamp", "duration"].includes(type.kind);
}
