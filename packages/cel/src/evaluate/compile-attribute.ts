/** Compiles names, selections, indexes and conditionals: everything that is an attribute in cel-go's sense. */
import type { CelType } from "../check/cel-type.ts";
import { candidateNames } from "../check/resolve-names.ts";
import { type CallExpr, type IdentExpr, operators, type SelectExpr } from "../syntax/ast.ts";
import { CelTypeValue, type CelValue } from "../values/cel-value.ts";
import { Failure } from "../values/failure.ts";
import { naturalNumber } from "../values/native-json.ts";
import { shapeOf } from "../values/shape.ts";
import { type Attribute, type Qualifier, resolveWith } from "./attribute.ts";
import {
  type CompiledNode,
  type Compiler,
  compileError,
  constantNode,
  findLocal,
  type Local,
  type Scope,
} from "./compiler.ts";
import type { Frame, Step } from "./frame.ts";

export function compileIdent(compiler: Compiler, expr: IdentExpr, scope: Scope): CompiledNode {
  const local = findLocal(scope, expr.name);
  if (local) return attributeNode(compiler, expr.id, { root: readLocal(local), qualifiers: [], cost: 1 });
  const resolved = compileReference(compiler, expr.id);
  if (resolved) return resolved;
  const root: Step = (frame) => readVariable(compiler, frame, expr.name);
  return attributeNode(compiler, expr.id, { root, unresolvedName: expr.name, qualifiers: [], cost: 1 });
}

/** A node that the checker found to be the name of a constant, a type or a variable, dots and all. */
function compileReference(compiler: Compiler, id: number): CompiledNode | undefined {
  const reference = compiler.source.references?.get(id);
  if (reference?.constant !== undefined) return constantNode(reference.constant);
  const { name } = reference ?? {};
  if (name === undefined) return undefined;
  const constant = compiler.environment.constants.get(name);
  if (constant) return constantNode(constant.value);
  const type = compiler.environment.types.get(name);
  if (type && compiler.source.types?.get(id)?.kind === "type") {
    // Wrappers can be made by their names, but are no types of values.
    if (type.isWrapper) throw compileError(compiler.source, { id }, `reference to undefined type: ${name}`);
    return constantNode(new CelTypeValue(type));
  }
  const shape = shapeOf(compiler.source.types?.get(id));
  const root: Step = ({ variables }) => {
    const value = variables[name];
    if (value === undefined || !Object.hasOwn(variables, name)) return missingName(name);
    return shape ? shape.read(value) : value;
  };
  return attributeNode(compiler, id, { root, qualifiers: [], cost: 1 });
}

function missingName(name: string): Failure {
  return new Failure(`no such attribute(s): ${name}`);
}

export function compileSelect(compiler: Compiler, expr: SelectExpr, scope: Scope): CompiledNode {
  const resolved = expr.isTest ? undefined : compileReference(compiler, expr.id);
  if (resolved) return resolved;
  const operand = compiler.compile(expr.operand, scope);
  const attribute = extend(operand, { key: expr.field, isOptional: false, isTest: expr.isTest });
  // Kubernetes has `has()` for nothing: the selections count, the attribute does not.
  const cost = expr.isTest ? attribute.cost - 1 : attribute.cost;
  return attributeNode(compiler, expr.id, { ...attribute, cost });
}

/** `a[b]`, `a[?b]` and `a.?b`. */
export function compileIndex(compiler: Compiler, expr: CallExpr, scope: Scope): CompiledNode {
  const [container, index] = expr.args;
  if (!container || !index) return { step: () => new Failure(`no such overload: ${expr.name}`) };
  const operand = compiler.compile(container, scope);
  const key = compiler.compile(index, scope);
  const isOptional = expr.name !== operators.index;
  const qualifier: Qualifier = {
    // An attribute as a key is read for the selection: it has no cost of its own beside that of the selection.
    key: key.constant ?? key.bareStep ?? key.step,
    isOptional,
    isTest: false,
  };
  return attributeNode(compiler, expr.id, extend(operand, qualifier));
}

export function compileConditional(compiler: Compiler, expr: CallExpr, scope: Scope): CompiledNode {
  const [condition, truthy, falsy] = expr.args.map((part) => compiler.compile(part, scope));
  if (!condition || !truthy || !falsy) return { step: () => new Failure(`no such overload: ${expr.name}`) };
  const whenTrue = truthy.bareStep ?? truthy.step;
  const whenFalse = falsy.bareStep ?? falsy.step;
  const root: Step = (frame) => {
    const outcome = condition.step(frame);
    if (outcome === true) return whenTrue(frame);
    if (outcome === false) return whenFalse(frame);
    return outcome instanceof Failure ? outcome : new Failure("no such overload");
  };
  return attributeNode(compiler, expr.id, { root, qualifiers: [], cost: 0 });
}

/** One more selection on a chain; anything that is no chain begins one. */
function extend({ attribute, step }: CompiledNode, qualifier: Qualifier): Attribute {
  if (!attribute) return { root: step, qualifiers: [qualifier], cost: 1 };
  return { ...attribute, qualifiers: [...attribute.qualifiers, qualifier] };
}

/** The steps of a chain are made only where one asks for them: a selection around it asks for the chain alone. */
function attributeNode(compiler: Compiler, id: number, attribute: Attribute): CompiledNode {
  const { types } = compiler.source;
  const isOpen = mayBeNumber(types?.get(id));
  let bare: Step | undefined;
  let step: Step | undefined;
  return {
    attribute,
    get bareStep() {
      bare ??= isOpen
        ? withNaturalNumbers(resolveAttribute(compiler, attribute))
        : resolveAttribute(compiler, attribute);
      return bare;
    },
    get step() {
      step ??= withCost(this.bareStep ?? attribute.root, attribute.cost);
      return step;
    },
  };
}

function withCost(step: Step, cost: number): Step {
  if (cost === 0) return step;
  return (frame) => {
    const outcome = step(frame);
    frame.cost += cost;
    return outcome;
  };
}

/** Whether the value may be a number of JSON that nobody declared. */
function mayBeNumber(type: CelType | undefined): boolean {
  return type === undefined || ["dyn", "error", "parameter", "double", "int"].includes(type.kind);
}

function withNaturalNumbers(step: Step): Step {
  return (frame) => {
    const outcome = step(frame);
    return typeof outcome === "number" && !Number.isSafeInteger(outcome) ? naturalNumber(outcome) : outcome;
  };
}

function resolveAttribute(compiler: Compiler, attribute: Attribute): Step {
  const { root, qualifiers, unresolvedName } = attribute;
  const plain = resolveWith(root, qualifiers);
  if (unresolvedName === undefined) return plain;
  const fields: string[] = [];
  for (const { key, isOptional, isTest } of qualifiers) {
    if (typeof key !== "string" || isOptional || isTest) break;
    fields.push(key);
  }
  if (fields.length === 0) return plain;
  // Without a checker `a.b.c` may be the variable `a.b.c`, or `a.b` and a field, or `a` and two: the longest name goes first.
  const readings = fields.map((_, index) => {
    const name = [unresolvedName, ...fields.slice(0, index + 1)].join(".");
    const read: Step = (frame) => readVariable(compiler, frame, name);
    const rest = qualifiers.slice(index + 1);
    return { name, isWhole: rest.length === 0, resolve: resolveWith(read, rest) };
  });
  readings.reverse();
  return (frame) => {
    for (const { name, isWhole, resolve } of readings) {
      if (isKnownName(compiler, frame, name, isWhole)) return resolve(frame);
    }
    return plain(frame);
  };
}

function isKnownName({ environment }: Compiler, { variables }: Frame, name: string, isWhole: boolean): boolean {
  return candidateNames(environment.container, name).some(
    (candidate) =>
      Object.hasOwn(variables, candidate) ||
      environment.constants.has(candidate) ||
      (isWhole && environment.types.has(candidate)),
  );
}

/** A name that the checker has not seen: a variable, a constant or a type, in the container or outside. */
function readVariable({ environment }: Compiler, { variables }: Frame, name: string): CelValue | Failure {
  const candidates = candidateNames(environment.container, name);
  for (const candidate of candidates) {
    const value = Object.hasOwn(variables, candidate) ? variables[candidate] : undefined;
    if (value !== undefined) return value;
    const constant = environment.constants.get(candidate);
    if (constant) return constant.value;
    const type = environment.types.get(candidate);
    if (type) return new CelTypeValue(type);
  }
  return missingName(candidates.join(", "));
}

function readLocal({ slot, start }: Local): Step {
  if (!start) return ({ slots }) => slots[slot] ?? null;
  return (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) return known;
    const value = start(frame);
    frame.slots[slot] = value;
    return value;
  };
}
