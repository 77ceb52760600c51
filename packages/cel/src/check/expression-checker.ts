/** The walk over an expression that types it, node by node. What is wrong is collected; the walk goes on with the type `error`. */
import type { Expr, IdentExpr, ListExpr, MapExpr, ParsedExpression, SelectExpr, StructExpr } from "../syntax/ast.ts";
import { operators } from "../syntax/ast.ts";
import { CelError, type CelIssue } from "../syntax/cel-error.ts";
import { typeOf as typeOfValue } from "../values/type-of.ts";
import type { CelType } from "./cel-type.ts";
import {
  boolType,
  dynType,
  errorType,
  listOf,
  mapOf,
  optionalOf,
  optionalValueType,
  typeName,
  typeParameters,
} from "./cel-types.ts";
import { checkCall, checkOptionalSelect } from "./check-call.ts";
import { checkComprehension } from "./check-comprehension.ts";
import type { Reference } from "./checked-expression.ts";
import type { CelEnvironmentDeclarations } from "./declare-environment.ts";
import { formatType } from "./format-type.ts";
import { qualifiedName } from "./resolve-names.ts";
import { type DeclaredIdent, Scope } from "./scope.ts";
import { TypeBindings } from "./type-bindings.ts";
import { isDynOrError, isEqualOrLessSpecific } from "./type-relations.ts";
import { messageOfType } from "./well-known-messages.ts";

/**
 * A type can have more parts than there is memory, though the text that makes it is short: each `.map(x, {x: x})` doubles it. No use
 * comes near this many.
 */
const maxTypeParts = 1_000;

export class ExpressionChecker {
  readonly scope: Scope;
  readonly bindings = new TypeBindings();
  readonly types = new Map<number, CelType>();
  readonly references = new Map<number, Reference>();
  readonly issues: CelIssue[] = [];
  readonly #parsed: ParsedExpression;
  readonly #declarations: CelEnvironmentDeclarations;
  /**
   * Whether numbers of different types can be compared. cel-go forgets that it forbids them once it has been inside a comprehension,
   * and Kubernetes before 1.28 with it.
   */
  allowsCrossType: boolean;

  constructor(parsed: ParsedExpression, declarations: CelEnvironmentDeclarations) {
    this.#parsed = parsed;
    this.#declarations = declarations;
    this.scope = new Scope(declarations);
    this.allowsCrossType = declarations.crossTypeComparison;
  }

  /** Types the expression and all that is in it. The answer is the expression with names as they are declared. */
  check(expr: Expr): Expr {
    switch (expr.kind) {
      case "literal":
        this.setType(expr.id, typeOfValue(expr.value));
        return expr;
      case "ident":
        return this.#checkIdent(expr);
      case "select":
        return this.#checkSelect(expr);
      case "call":
        return expr.name === operators.optionalSelect ? checkOptionalSelect(this, expr) : checkCall(this, expr);
      case "list":
        return this.#checkList(expr);
      case "map":
        return this.#checkMap(expr);
      case "struct":
        return this.#checkStruct(expr);
      case "comprehension":
        return checkComprehension(this, expr);
    }
  }

  typeOf(expr: Expr): CelType {
    return this.types.get(expr.id) ?? errorType;
  }

  setType(id: number, type: CelType): void {
    if (countParts(type) > maxTypeParts) {
      const issue = { message: `the type has more than ${maxTypeParts} parts`, offset: this.#offset(id) };
      throw new CelError(this.#parsed.source, [...this.issues, issue]);
    }
    this.types.set(id, type);
  }

  report(id: number, message: string): void {
    this.issues.push({ message, offset: this.#offset(id) });
  }

  reportUndeclared(id: number, name: string): void {
    this.report(id, `undeclared reference to '${name}' (in container '${this.#declarations.container}')`);
    this.setType(id, errorType);
  }

  reportMismatch(id: number, expected: CelType, found: CelType): void {
    this.report(id, `expected type '${formatType(expected)}' but found '${formatType(found)}'`);
  }

  /** Reports an expression that is not of the type. */
  expect(expr: Expr, type: CelType): void {
    const found = this.typeOf(expr);
    if (!this.bindings.fit([type], [found])) this.reportMismatch(expr.id, type, found);
  }

  /** The type of `operand.field`. The operand is checked on the way. */
  selectField(expr: Expr, operand: Expr, field: string, isOptional: boolean): { operand: Expr; type: CelType } {
    const checked = this.check(operand);
    const operandType = this.bindings.resolve(this.typeOf(operand));
    const valueType = optionalValueType(operandType);
    const type = this.#fieldType(expr.id, valueType ?? operandType, field);
    return { operand: checked, type: isOptional || valueType !== undefined ? optionalOf(type) : type };
  }

  #offset(id: number): number {
    return this.#parsed.offsets.get(id) ?? 0;
  }

  #fieldType(id: number, target: CelType, field: string): CelType {
    switch (target.kind) {
      case "map":
        return target.value;
      case "object": {
        const found = target.field(field);
        if (found === undefined) this.report(id, `undefined field '${field}'`);
        return found?.type ?? errorType;
      }
      case "parameter":
        // From here on it is anything: were it left open, a later use could make it a type without fields.
        this.bindings.fit([dynType], [target]);
        return dynType;
      default:
        if (!isDynOrError(target)) this.report(id, `type '${formatType(target)}' does not support field selection`);
        return dynType;
    }
  }

  #checkIdent(expr: IdentExpr): Expr {
    const declared = this.scope.ident(expr.name);
    if (declared !== undefined) return this.#refer(expr, declared);
    this.reportUndeclared(expr.id, expr.name);
    return expr;
  }

  #refer({ id }: Expr, { name, type, constant }: DeclaredIdent): Expr {
    this.setType(id, type);
    this.references.set(id, constant === undefined ? { name } : { name, constant });
    return { kind: "ident", id, name };
  }

  #checkSelect(expr: SelectExpr): Expr {
    const name = qualifiedName(expr);
    const declared = name === undefined ? undefined : this.scope.ident(name);
    if (declared !== undefined) return this.#refer(expr, declared);
    const { operand, type } = this.selectField(expr, expr.operand, expr.field, false);
    this.setType(expr.id, expr.isTest ? boolType : this.bindings.resolve(type));
    return { ...expr, operand };
  }

  #checkList(expr: ListExpr): Expr {
    const optional = new Set(expr.optionalIndexes);
    let elementType: CelType | undefined;
    const elements = expr.elements.map((element, index) => {
      const checked = this.check(element);
      elementType = this.#join(elementType, this.#memberType(element, optional.has(index)));
      return checked;
    });
    this.setType(expr.id, listOf(elementType ?? this.bindings.fresh()));
    return { ...expr, elements };
  }

  #checkMap(expr: MapExpr): Expr {
    let keyType: CelType | undefined;
    let valueType: CelType | undefined;
    const entries = expr.entries.map((entry) => {
      const key = this.check(entry.key);
      keyType = this.#join(keyType, this.typeOf(entry.key));
      const value = this.check(entry.value);
      valueType = this.#join(valueType, this.#memberType(entry.value, entry.isOptional));
      return { ...entry, key, value };
    });
    this.setType(expr.id, mapOf(keyType ?? this.bindings.fresh(), valueType ?? this.bindings.fresh()));
    return { ...expr, entries };
  }

  #checkStruct(expr: StructExpr): Expr {
    const declared = this.scope.ident(expr.typeName);
    if (declared === undefined) {
      this.reportUndeclared(expr.id, expr.typeName);
      return expr;
    }
    this.references.set(expr.id, { name: declared.name });
    const type = this.#structType(expr.id, declared.type);
    this.setType(expr.id, type);
    const fields = expr.fields.map((field) => {
      const value = this.check(field.value);
      const message = type.kind === "object" ? type : messageOfType(type);
      const fieldType = message ? this.#fieldType(field.id, message, field.name) : errorType;
      const valueType = this.#memberType(field.value, field.isOptional);
      if (!this.bindings.fit([fieldType], [valueType])) {
        const types = `'${formatType(fieldType)}' but provided type is '${formatType(valueType)}'`;
        this.report(field.id, `expected type of field '${field.name}' is ${types}`);
      }
      return { ...field, value };
    });
    return { ...expr, typeName: declared.name, fields };
  }

  #structType(id: number, type: CelType): CelType {
    if (type.kind === "error") return type;
    if (type.kind !== "type") this.report(id, `'${declaredName(type)}' is not a type`);
    else if (type.of && (type.of.kind === "object" || messageOfType(type.of))) return type.of;
    else this.report(id, `'${declaredName(type.of ?? dynType)}' is not a message type`);
    return errorType;
  }

  /** What an element, entry or field counts as: written with `?`, it is what its optional holds. */
  #memberType(expr: Expr, isOptional: boolean): CelType {
    const type = this.typeOf(expr);
    if (!isOptional) return type;
    const value = optionalValueType(type);
    if (value === undefined && type.kind !== "dyn") this.reportMismatch(expr.id, optionalOf(type), type);
    return value ?? type;
  }

  /** The type of both: the more general of two that fit each other, `dyn` otherwise. */
  #join(before: CelType | undefined, type: CelType): CelType {
    if (before === undefined) return type;
    if (!this.bindings.fit([before], [type])) return dynType;
    return isEqualOrLessSpecific(before, type) ? before : type;
  }
}

function declaredName(type: CelType): string {
  return type.isWrapper ? formatType(type) : typeName(type);
}

function countParts(type: CelType): number {
  let count = 0;
  const left = [type];
  for (let next = left.pop(); next !== undefined && count <= maxTypeParts; next = left.pop()) {
    count += 1;
    left.push(...typeParameters(next));
  }
  return count;
}
