/** The code of the standard functions, by overload, and the declarations with that code in them. Operators are the compiler's own. */
import type { FunctionDeclaration, Overload } from "../check/function-declaration.ts";
import { standardDeclarations } from "../check/standard-declarations.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDuration, CelTimestamp, CelTypeValue, type CelValue } from "../values/cel-value.ts";
import {
  convertToBool,
  convertToBytes,
  convertToDouble,
  convertToDuration,
  convertToInt,
  convertToString,
  convertToTimestamp,
  convertToUint,
} from "../values/convert-value.ts";
import { PreservedJson } from "../values/declared-value.ts";
import { shrinkInteger } from "../values/integers.ts";
import { sizeOf } from "../values/size-of.ts";
import { type CalendarField, calendarField } from "../values/time-zones.ts";
import { typeOf } from "../values/type-of.ts";
import { standardActualCosts } from "./standard-costs.ts";

type Call = NonNullable<Overload["call"]>;

/** Converts the only argument. */
function unary(convert: (value: CelValue) => CelValue): Call {
  return ([value = null]) => convert(value);
}

/** Two strings to an answer. */
function onStrings(answer: (text: string, other: string) => boolean): Call {
  return ([text, other]) => {
    if (typeof text !== "string" || typeof other !== "string") throw new CelEvaluationError("no such overload");
    return answer(text, other);
  };
}

const size = unary((value) => {
  const found = sizeOf(value);
  if (found === undefined) throw new CelEvaluationError("no such overload: size");
  return found;
});

const matches: Call = ([text, pattern], context) => {
  if (typeof text !== "string" || typeof pattern !== "string") throw new CelEvaluationError("no such overload");
  return context.pattern(pattern).matches(text);
};

const conversionTargets: Readonly<Record<string, (value: CelValue) => CelValue>> = {
  bool: convertToBool,
  bytes: convertToBytes,
  double: convertToDouble,
  duration: convertToDuration,
  int: convertToInt,
  string: convertToString,
  timestamp: convertToTimestamp,
  uint: convertToUint,
  dyn: (value) => value,
  type: convertToTypeValue,
};

function convertToTypeValue(value: CelValue): CelTypeValue {
  if (!(value instanceof PreservedJson)) return new CelTypeValue(typeOf(value));
  const where = "values preserved by x-kubernetes-preserve-unknown-fields";
  throw new CelEvaluationError(`type conversion to 'type' not supported for ${where}`);
}

const textCalls: Readonly<Record<string, Call>> = {
  contains: onStrings((text, part) => text.includes(part)),
  startsWith: onStrings((text, part) => text.startsWith(part)),
  endsWith: onStrings((text, part) => text.endsWith(part)),
  matches,
  size,
};

const calendarFields: Readonly<Record<string, CalendarField>> = {
  getFullYear: "fullYear",
  getMonth: "month",
  getDayOfYear: "dayOfYear",
  getDayOfMonth: "dayOfMonth",
  getDate: "date",
  getDayOfWeek: "dayOfWeek",
  getHours: "hours",
  getMinutes: "minutes",
  getSeconds: "seconds",
  getMilliseconds: "milliseconds",
};

const nanosPer: Readonly<Partial<Record<CalendarField, bigint>>> = {
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
  milliseconds: 1_000_000n,
};

/** A field of the calendar, in UTC unless a zone is given; of a duration, the whole units that fit into it. */
function timeCall(field: CalendarField): Call {
  return ([value, zone = "UTC"]) => {
    if (value instanceof CelDuration) return shrinkInteger(value.nanos / (nanosPer[field] ?? 1n));
    if (!(value instanceof CelTimestamp) || typeof zone !== "string") throw new CelEvaluationError("no such overload");
    return calendarField(value, field, zone);
  };
}

function callOf(name: string): Call | undefined {
  const target = conversionTargets[name];
  if (target) return unary(target);
  const field = calendarFields[name];
  return field ? timeCall(field) : textCalls[name];
}

/** The names of functions whose calls on constants are made once, when the program is. */
export const conversionNames: ReadonlySet<string> = new Set(Object.keys(conversionTargets));

/** The standard functions with their code and run-time costs. */
export const standardFunctions: readonly FunctionDeclaration[] = standardDeclarations.map(({ name, overloads }) => {
  const call = callOf(name);
  if (!call) return { name, overloads };
  return { name, overloads: overloads.map((overload) => withCode(overload, call)) };
});

function withCode(overload: Overload, call: Call): Overload {
  const actualCost = standardActualCosts[overload.id];
  return { ...overload, call, ...(actualCost && { actualCost }) };
}

/** The code of each standard overload that is no operator. */
export const standardCalls: Readonly<Record<string, Call>> = Object.fromEntries(
  standardFunctions.flatMap(({ overloads }) => overloads.flatMap(({ id, call }) => (call ? [[id, call]] : []))),
);
