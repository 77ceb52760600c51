/** Compiles lists, maps and objects. Those of constants alone are made once, and cost nothing, as in an optimized cel-go program. */

import { setOwn } from "@pintle/machinery";
import type { ObjectType } from "../check/cel-type.ts";
import { candidateNames } from "../check/resolve-names.ts";
import { wellKnownMessages } from "../check/well-known-messages.ts";
import type { ListExpr, MapExpr, StructExpr } from "../syntax/ast.ts";
import { createCelMap } from "../values/cel-map.ts";
import { CelOptional, type CelValue } from "../values/cel-value.ts";
import { Failure, failureOf, type Outcome } from "../values/failure.ts";
import { displayValue } from "../values/format-value.ts";
import { shapeOf } from "../values/shape.ts";
import { type CompiledNode, type Compiler, constantNode, type Scope } from "./compiler.ts";
import type { Step } from "./frame.ts";

const listCost = 10;
const mapCost = 30;
const objectCost = 40;

export function compileList(compiler: Compiler, expr: ListExpr, scope: Scope): CompiledNode {
  const nodes = expr.elements.map((element) => compiler.compile(element, scope));
  const constants = nodes.flatMap(({ constant }) => (constant === undefined ? [] : [constant]));
  if (constants.length === nodes.length) return constantNode(constants);
  const steps = nodes.map(({ step }) => step);
  const [only] = steps;
  const optional = new Set(expr.optionalIndexes);
  if (steps.length === 1 && only && optional.size === 0) return { step: listOfOne(only) };
  return {
    step: charging(listCost, (frame) => {
      const items: CelValue[] = [];
      for (const [index, step] of steps.entries()) {
        const item = optional.has(index) ? unwrapElement(step(frame)) : step(frame);
        if (item instanceof Failure) return item;
        if (item !== undefined) items.push(item);
      }
      return items;
    }),
  };
}

/** As upstream, it is paid for when it is done, or has failed. */
function charging(cost: number, step: Step): Step {
  return (frame) => {
    const outcome = step(frame);
    frame.cost += cost;
    return outcome;
  };
}

/** What `map` and `filter` make of each element. */
function listOfOne(step: Step): Step {
  return (frame) => {
    const item = step(frame);
    frame.cost += listCost;
    return item instanceof Failure ? item : [item];
  };
}

function unwrapElement(outcome: Outcome): Outcome | undefined {
  if (outcome instanceof Failure) return outcome;
  if (outcome instanceof CelOptional) return outcome.value;
  return new Failure(`cannot initialize optional list element from non-optional value ${displayValue(outcome)}`);
}

export function compileMap(compiler: Compiler, expr: MapExpr, scope: Scope): CompiledNode {
  const entries = expr.entries.map(({ key, value, isOptional }) => ({
    key: compiler.compile(key, scope),
    value: compiler.compile(value, scope),
    isOptional,
  }));
  const step = charging(mapCost, (frame) => {
    const made: [CelValue, CelValue][] = [];
    for (const { key, value, isOptional } of entries) {
      const keyOutcome = key.step(frame);
      if (keyOutcome instanceof Failure) return keyOutcome;
      const outcome = isOptional ? unwrapEntry(value.step(frame), keyOutcome) : value.step(frame);
      if (outcome instanceof Failure) return outcome;
      if (outcome !== undefined) made.push([keyOutcome, outcome]);
    }
    return createMap(made);
  });
  const constants = entries.flatMap(({ key, value }): [CelValue, CelValue][] =>
    key.constant === undefined || value.constant === undefined ? [] : [[key.constant, value.constant]],
  );
  const isConstant = constants.length === entries.length && !entries.some(({ isOptional }) => isOptional);
  const constant = isConstant ? createMap(constants) : undefined;
  return constant === undefined || constant instanceof Failure ? { step } : constantNode(constant);
}

function unwrapEntry(outcome: Outcome, key: CelValue): Outcome | undefined {
  if (outcome instanceof Failure) return outcome;
  if (outcome instanceof CelOptional) return outcome.value;
  const shown = displayValue(outcome);
  return new Failure(`cannot initialize optional entry '${displayValue(key)}' from non-optional value ${shown}`);
}

/** A plain object where all keys are strings, so that results are JSON where they can be. */
function createMap(entries: readonly (readonly [CelValue, CelValue])[]): CelValue | Failure {
  if (!entries.every(([key]) => typeof key === "string")) {
    try {
      return createCelMap(entries);
    } catch (error) {
      return failureOf(error);
    }
  }
  const object: { [key: string]: CelValue } = {};
  for (const [key, value] of entries) setOwn(object, key as string, value);
  return object;
}

export function compileStruct(compiler: Compiler, expr: StructExpr, scope: Scope): CompiledNode {
  const type = findObjectType(compiler, expr.typeName);
  if (!type) return { step: () => new Failure(`unknown type: ${expr.typeName}`) };
  const shape = shapeOf(type);
  const fields = expr.fields.map(({ name, value, isOptional }) => ({
    key: type.field(name)?.jsonName ?? name,
    step: compiler.compile(value, scope).step,
    isOptional,
  }));
  return {
    step: charging(objectCost, (frame) => {
      const object: { [key: string]: CelValue } = {};
      for (const { key, step, isOptional } of fields) {
        const outcome = isOptional ? unwrapEntry(step(frame), key) : step(frame);
        if (outcome instanceof Failure) return outcome;
        if (outcome !== undefined) setOwn(object, key, outcome);
      }
      if (type.create) return createObject(type, object);
      return shape ? shape.read(object) : object;
    }),
  };
}

function createObject({ create }: ObjectType, fields: { readonly [key: string]: CelValue }): Outcome {
  try {
    return create?.(fields) ?? fields;
  } catch (error) {
    return failureOf(error);
  }
}

function findObjectType({ environment }: Compiler, name: string): ObjectType | undefined {
  for (const candidate of candidateNames(environment.container, name)) {
    const type = environment.types.get(candidate);
    if (type?.kind === "object") return type;
    const known = wellKnownMessages.get(candidate);
    if (known) return known.message;
  }
  return undefined;
}
