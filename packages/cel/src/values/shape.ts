/**
 * How the JSON of the input is read by its declared type, in Kubernetes' words where it is not of that type: an object stored before its
 * schema changed may hold anything.
 *
 * Values that are CEL's own already pass.
 */
import type { CelType, ObjectField, ObjectType } from "../check/cel-type.ts";
import { optionalValueType } from "../check/cel-types.ts";
import { isCelMap } from "./cel-map.ts";
import { CelDouble, CelDuration, CelOptional, CelTimestamp, CelUint, type CelValue } from "./cel-value.ts";
import {
  DeclaredList,
  DeclaredMap,
  GoValue,
  type ListShape,
  type MapShape,
  PreservedJson,
  type Shape,
} from "./declared-value.ts";
import { Failure, type Outcome } from "./failure.ts";
import { naturalNumber } from "./native-json.ts";
import { readBytes, readDate, readDuration, readTimestamp } from "./read-format.ts";

/** `undefined` where values of the type are taken as they stand. */
export function shapeOf(type: CelType | undefined): Shape | undefined {
  if (!type) return undefined;
  const inner = optionalValueType(type);
  if (inner) return optionalShape(shapeOf(inner));
  const shape = shapeOfKind(type);
  return shape && type.refusesNull ? withoutNull(shape) : shape;
}

/** Reads a variable's value for several programs to share; one that is not of its type stays as it is, for them to find out. */
export function createVariableReader(type: CelType): (json: CelValue) => CelValue {
  const shape = shapeOf(type);
  return (json) => {
    const read = shape ? shape.read(json) : json;
    return read instanceof Failure ? json : read;
  };
}

const nullFailure = new Failure("invalid data, got null for schema with nullable=false");

function withoutNull(shape: Shape): Shape {
  return { ...shape, read: (json) => (json === null ? nullFailure : shape.read(json)) };
}

function shapeOfKind(type: CelType): Shape | undefined {
  switch (type.kind) {
    case "int":
      return intShape;
    case "string":
      return stringShape;
    case "bool":
      return boolShape;
    case "double":
      return doubleShape;
    case "timestamp":
      return type.format === "date" ? dateShape : timestampShape;
    case "duration":
      return durationShape;
    case "bytes":
      return bytesShape;
    case "dyn":
      return type.format === "int-or-string" ? intOrStringShape : type.format === "unknown" ? unknownShape : undefined;
    case "list":
      return listShape({ items: shapeOf(type.element) ?? anyShape, identity: type.identity });
    case "map":
      return mapShape(mapEntriesShape(shapeOf(type.value) ?? anyShape));
    case "object":
      return mapShape(new ObjectShape(type));
    default:
      return undefined;
  }
}

const anyShape: Shape = { read: (json) => (isNumber(json) ? naturalNumber(json) : json) };

function isNumber(json: CelValue): json is number | bigint {
  return typeof json === "number" || typeof json === "bigint";
}

/** A single value: `accept` gives what is read, and `undefined` for what is not of the type. */
function scalarShape(expected: string, accept: (json: CelValue) => Outcome | undefined): Shape {
  return {
    read: (json) => (json === null ? null : (accept(json) ?? wrongType(json, expected))),
  };
}

function wrongType(json: CelValue, expected: string): Failure {
  return new Failure(`invalid data, expected ${expected}, got ${goTypeOf(json)}`);
}

const stringShape: Shape = {
  plainType: "string",
  read: (json) => (typeof json === "string" || json === null ? json : wrongType(json, "string")),
};

const boolShape: Shape = {
  plainType: "boolean",
  read: (json) => (typeof json === "boolean" || json === null ? json : wrongType(json, "bool")),
};

const intShape = scalarShape("int", readInt);

function readInt(json: CelValue): CelValue | undefined {
  const number = isNumber(json) ? naturalNumber(json) : undefined;
  return number instanceof CelDouble ? undefined : number;
}

const doubleShape = scalarShape("float", (json) => {
  // `+ 0`: the JSON number -0 is read as the integer 0.
  if (isNumber(json)) return new CelDouble(Number(json) + 0);
  return json instanceof CelDouble ? json : undefined;
});

function textShape(read: (text: string) => Outcome, isRead: (json: CelValue) => boolean): Shape {
  return scalarShape("string", (json) => {
    if (typeof json === "string") return read(json);
    return isRead(json) ? json : undefined;
  });
}

const timestampShape = textShape(readTimestamp, (json) => json instanceof CelTimestamp);
const dateShape = textShape(readDate, (json) => json instanceof CelTimestamp);
const durationShape = textShape(readDuration, (json) => json instanceof CelDuration);
const bytesShape = textShape(readBytes, (json) => json instanceof Uint8Array);

const noIntOrString = new Failure("invalid data, expected XIntOrString value to be either a string or integer");
const intOrStringShape: Shape = {
  read: (json) => (typeof json === "string" || json === null ? json : (readInt(json) ?? noIntOrString)),
};

const unknownShape: Shape = { read: (json) => (json === null ? null : new PreservedJson(json)) };

const noArray = new Failure("invalid data, expected an array for the provided schema with type=array");
const noMap = new Failure("invalid data, expected a map for the provided schema with type=object");

function listShape(shape: ListShape): Shape {
  return {
    read(json) {
      if (Array.isArray(json)) return new DeclaredList(json, shape);
      return json === null || json instanceof DeclaredList ? json : noArray;
    },
  };
}

function mapShape(shape: MapShape): Shape {
  return {
    read(json) {
      if (typeof json !== "object" || Array.isArray(json) || json instanceof GoValue) return noMap;
      if (json === null || isCelMap(json)) return json;
      return isPlainObject(json) ? new DeclaredMap(json, shape) : noMap;
    },
  };
}

function isPlainObject(value: object): value is { readonly [key: string]: CelValue } {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function mapEntriesShape(values: Shape): MapShape {
  return { jsonName: same, celName: same, property: () => values, isNullAbsent: false };
}

function same(name: string): string {
  return name;
}

/** The fields' shapes are made when a field is met, so that types may contain themselves. */
class ObjectShape implements MapShape {
  readonly isNullAbsent = true;
  readonly #type: ObjectType;
  readonly #jsonNames = new Map<string, string>();
  readonly #properties = new Map<string, Shape>();
  #fields: ReadonlyMap<string, readonly [name: string, field: ObjectField]> | undefined;

  constructor(type: ObjectType) {
    this.#type = type;
  }

  jsonName(key: string): string | undefined {
    const known = this.#jsonNames.get(key);
    if (known !== undefined) return known;
    const name = this.#type.jsonName ? this.#type.jsonName(key) : (this.#type.field(key)?.jsonName ?? key);
    // Keys may be computed: what is no field is not remembered.
    if (name !== undefined && this.property(name)) this.#jsonNames.set(key, name);
    return name;
  }

  celName(jsonName: string): string {
    return this.#type.celName ? this.#type.celName(jsonName) : (this.#declared.get(jsonName)?.[0] ?? jsonName);
  }

  property(jsonName: string): Shape | undefined {
    const known = this.#properties.get(jsonName);
    if (known) return known;
    const { property } = this.#type;
    const type = property ? property(jsonName) : this.#declared.get(jsonName)?.[1].type;
    const shape = type && (shapeOf(type) ?? anyShape);
    if (shape) this.#properties.set(jsonName, shape);
    return shape;
  }

  get #declared(): ReadonlyMap<string, readonly [name: string, field: ObjectField]> {
    this.#fields ??= new Map(
      Array.from(this.#type.fieldNames()).flatMap((name) => {
        const field = this.#type.field(name);
        return field ? [[field.jsonName, [name, field] as const] as const] : [];
      }),
    );
    return this.#fields;
  }
}

function optionalShape(inner: Shape | undefined): Shape {
  return {
    read(value) {
      if (!(value instanceof CelOptional) || value.value === undefined) return value;
      return inner ? new CelOptional(inner.read(value.value) as CelValue) : value;
    },
  };
}

/** As Go's `%T` names the type of what a decoder made of JSON. */
function goTypeOf(json: CelValue): string {
  if (typeof json === "string") return "string";
  if (typeof json === "boolean") return "bool";
  if (isNumber(json)) return naturalNumber(json) instanceof CelDouble ? "float64" : "int64";
  if (json instanceof CelDouble) return "float64";
  if (json instanceof CelUint) return "uint64";
  if (json instanceof CelTimestamp) return "time.Time";
  if (json instanceof CelDuration) return "time.Duration";
  if (json instanceof Uint8Array) return "[]uint8";
  if (json instanceof GoValue) return json.goType;
  return Array.isArray(json) ? "[]interface {}" : "map[string]interface {}";
}
