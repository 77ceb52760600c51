/**
 * Protobuf's own messages that are values of CEL when they are made: those that wrap a scalar (`google.protobuf.Int64Value{value: 1}` is 1),
 * moments and durations.
 */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelDouble, CelDuration, CelTimestamp, CelUint, type CelValue } from "../values/cel-value.ts";
import { runtimeTypeName, typeOf } from "../values/type-of.ts";
import type { CelType, ObjectType } from "./cel-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  stringType,
  timestampType,
  uintType,
} from "./cel-types.ts";

interface WellKnownMessage {
  /** Of the value that it becomes. */
  readonly type: CelType;
  /** Its fields, and how it becomes the value. */
  readonly message: ObjectType;
}

/** A field's value as the message keeps it, in the words of Go where it cannot. */
interface FieldKind {
  readonly type: CelType;
  readonly goType: string;
  readonly zero: CelValue;
  /** `undefined` where the value is out of range. */
  narrow?(value: CelValue): CelValue | undefined;
}

const int64: FieldKind = { type: intType, goType: "int64", zero: 0 };
const int32: FieldKind = {
  ...int64,
  goType: "int32",
  narrow: (value) => (BigInt.asIntN(32, BigInt(value as number)) === BigInt(value as number) ? value : undefined),
};
const uint64: FieldKind = { type: uintType, goType: "uint64", zero: new CelUint(0) };
const uint32: FieldKind = {
  ...uint64,
  goType: "uint32",
  narrow: (value) => ((value as CelUint).value < 2 ** 32 ? value : undefined),
};
const double: FieldKind = { type: doubleType, goType: "float64", zero: new CelDouble(0) };
const float: FieldKind = {
  ...double,
  goType: "float32",
  narrow: (value) => new CelDouble(Math.fround((value as CelDouble).value)),
};

const wrapped: Readonly<Record<string, FieldKind>> = {
  BoolValue: { type: boolType, goType: "bool", zero: false },
  BytesValue: { type: bytesType, goType: "[]uint8", zero: new Uint8Array() },
  DoubleValue: double,
  FloatValue: float,
  Int32Value: int32,
  Int64Value: int64,
  StringValue: { type: stringType, goType: "string", zero: "" },
  UInt32Value: uint32,
  UInt64Value: uint64,
};

type Fields = Readonly<Record<string, FieldKind>>;
type Make = (values: { readonly [field: string]: CelValue }) => CelValue;

function message(name: string, type: CelType, fields: Fields, make: Make): [string, WellKnownMessage] {
  const fullName = `google.protobuf.${name}`;
  const object: ObjectType = {
    kind: "object",
    name: fullName,
    field(field) {
      const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
      return kind && { type: kind.type, jsonName: field, isRequired: false };
    },
    fieldNames: () => Object.keys(fields),
    create(values) {
      const kept = Object.entries(fields).map(([field, kind]) => {
        const value = values[field];
        return [field, value === undefined ? kind.zero : keep(value, kind, `${fullName}.${field}`)] as const;
      });
      return make(Object.fromEntries(kept));
    },
  };
  return [fullName, { type, message: object }];
}

/** Only a value whose type is known at run time alone can be of the wrong one. */
function keep(value: CelValue, { type, goType, narrow }: FieldKind, field: string): CelValue {
  const refuse = (problem: string): never => {
    throw new CelEvaluationError(`field type conversion error for ${field} value type: ${problem}`);
  };
  if (typeOf(value).kind !== type.kind) return refuse(explainConversion(value, goType));
  const kept = narrow ? narrow(value) : value;
  return kept ?? refuse(`${type.kind === "uint" ? "unsigned " : ""}integer overflow`);
}

/** Each type of cel-go has its own words for it. */
function explainConversion(value: CelValue, goType: string): string {
  const { kind } = typeOf(value);
  if (kind === "int" || kind === "uint") return `unsupported type conversion from '${kind}' to ${goType}`;
  if (kind === "string") return `unsupported native conversion from string to '${goType}'`;
  const names: Readonly<Record<string, string>> = {
    bytes: "Bytes",
    double: "Double",
    duration: "'Duration'",
    timestamp: "'Timestamp'",
    null: "'null_type'",
  };
  return `type conversion error from ${names[kind] ?? runtimeTypeName(typeOf(value))} to '${goType}'`;
}

const timeFields: Fields = { seconds: int64, nanos: int32 };

export const wellKnownMessages: ReadonlyMap<string, WellKnownMessage> = new Map([
  ...Object.entries(wrapped).map(([name, kind]) =>
    message(name, { ...kind.type, isWrapper: true }, { value: kind }, ({ value = kind.zero }) => value),
  ),
  message("Duration", durationType, timeFields, ({ seconds, nanos }) => {
    return new CelDuration(BigInt(seconds as number) * 1_000_000_000n + BigInt(nanos as number));
  }),
  message("Timestamp", timestampType, timeFields, ({ seconds, nanos }) => {
    return new CelTimestamp(Number(seconds), Number(nanos));
  }),
]);

/** The message that values of the type can be made of; `undefined` for all other types. */
export function messageOfType({ kind, isWrapper }: CelType): ObjectType | undefined {
  for (const { type, message: found } of wellKnownMessages.values()) {
    if (type.kind === kind && type.isWrapper === isWrapper) return found;
  }
  return undefined;
}
