/**
 * The type that rules see of a schema, and how large its values can be.
 *
 * ```text
 *   properties ──▶ object        additionalProperties ──▶ map        items ──▶ list
 *   int-or-string ──▶ dyn        formats ──▶ timestamp, duration, bytes
 *   no type, or a list or map of such ──▶ not declared: rules cannot name it
 * ```
 *
 * Sizes that a schema does not bound are bounded by what fits into a request. Types are declared when a rule first needs them, and
 * remembered with the schema.
 */
import {
  boolType,
  type CelType,
  doubleType,
  intType,
  type ListIdentity,
  listOf,
  mapOf,
  type ObjectType,
} from "@pintle/cel";
import { getOwn } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { escapeFieldName, escapeReservedWord, unescapeFieldName } from "./escape-field-name.ts";
import { maxElementsFitting, maxRequestBytes, textSizes, toSize, utf8Length } from "./value-sizes.ts";
import { withObjectMeta } from "./with-object-meta.ts";

export interface DeclaredType {
  /** The schema that was declared; for the root of a resource, with the fields that each resource has. */
  readonly schema: StructuralSchema;
  /** Objects are named after the way to them from here: `selfType.spec.@idx`. */
  readonly type: CelType;
  /** The bytes that the smallest value takes as JSON. */
  readonly minSerializedSize: number;
  /** The largest size of a value: bytes of a text, items of a list, entries of a map; 0 where there is no such thing. */
  readonly maxElements: number;
  /** Values of a list or a map. */
  readonly element?: DeclaredType;
  /** The fields of an object by their names in CEL; absent where the type is no object. */
  readonly fields?: DeclaredFields;
  /** The type with its objects named after the way from `name`. */
  typeNamed(name: string): CelType;
}

export interface DeclaredFields {
  /** By the name in CEL, which is escaped. */
  get(celName: string): DeclaredField | undefined;
  names(): Iterable<string>;
  /** The type by which a declared field is read, though it may have no name in CEL, or no type that rules see. */
  property(jsonName: string): CelType | undefined;
}

export interface DeclaredField {
  readonly jsonName: string;
  readonly isRequired: boolean;
  readonly declared: DeclaredType;
}

/** The name that the type of `self` has. The API server adds a number that changes each time, so that nobody depends on it. */
const selfTypeName = "selfType";

const knownTypes = new WeakMap<StructuralSchema, DeclaredType | "none">();
const knownRoots = new WeakMap<StructuralSchema, DeclaredType | "none">();

/** `undefined` where the schema says too little for rules to see its values. */
export function declareType(schema: StructuralSchema, isResourceRoot: boolean): DeclaredType | undefined {
  const known = isResourceRoot ? knownRoots : knownTypes;
  let declared = known.get(schema);
  if (declared === undefined) {
    declared = declare(schema, isResourceRoot) ?? "none";
    known.set(schema, declared);
  }
  return declared === "none" ? undefined : declared;
}

/** As a part of another schema: objects inside it that are resources of their own say so. */
function declarePart(schema: StructuralSchema): DeclaredType | undefined {
  return declareType(schema, schema["x-kubernetes-embedded-resource"] === true);
}

function declare(schema: StructuralSchema, isResourceRoot: boolean): DeclaredType | undefined {
  if (schema["x-kubernetes-int-or-string"]) {
    const bytes = schema.maxLength == null ? maxRequestBytes - 2 : toSize(schema.maxLength, 4);
    return scalar(schema, { kind: "dyn", format: "int-or-string" }, 1, bytes);
  }
  const whole = isResourceRoot ? withObjectMeta(schema) : schema;
  switch (whole.type) {
    case "array":
      return declareList(whole);
    case "object":
      return additionalSchemaOf(whole) ? declareMap(whole) : declareObject(whole);
    case "string": {
      const { type, minBytes, maxBytes } = textSizes(whole);
      return scalar(whole, type, minBytes, maxBytes);
    }
    case "boolean":
      return scalar(whole, boolType, 4, 0);
    case "number":
      return scalar(whole, doubleType, 1, 0);
    case "integer":
      return scalar(whole, intType, 1, 0);
    default:
      return undefined;
  }
}

function scalar(
  schema: StructuralSchema,
  plainType: CelType,
  minSerializedSize: number,
  maxElements: number,
): DeclaredType {
  const type = forNulls(schema, plainType);
  return { schema, type, minSerializedSize, maxElements, typeNamed: () => type };
}

function declareList(schema: StructuralSchema): DeclaredType | undefined {
  const items = itemsOfSchema(schema);
  const element = items && declarePart(items);
  if (!element) return undefined;
  const typeNamed = (name: string) => listTypeOf(schema, element.typeNamed(`${name}.@idx`));
  const maxElements =
    schema.maxItems == null ? maxElementsFitting(element.minSerializedSize + 1) : toSize(schema.maxItems);
  return collection({ schema, maxElements, element, typeNamed });
}

/** Upstream looks for keys under their escaped names, even in the JSON. */
function identityOf(schema: StructuralSchema): ListIdentity | undefined {
  const listType = schema["x-kubernetes-list-type"];
  if (listType === "set") return { kind: "set" };
  if (listType !== "map") return undefined;
  return { kind: "map", keys: (schema["x-kubernetes-list-map-keys"] ?? []).map((key) => escapeFieldName(key) ?? key) };
}

function declareMap(schema: StructuralSchema): DeclaredType | undefined {
  const values = additionalSchemaOf(schema);
  const element = values && declarePart(values);
  if (!element) return undefined;
  const typeNamed = (name: string) => forNulls(schema, mapOf({ kind: "string" }, element.typeNamed(`${name}.@elem`)));
  // An entry has a key of two bytes at least, a colon, a comma, and two bytes more that upstream adds.
  const maxElements =
    schema.maxProperties == null ? maxElementsFitting(element.minSerializedSize + 6) : toSize(schema.maxProperties);
  return collection({ schema, maxElements, element, typeNamed });
}

/** A list or a map. Its type is made when it is needed: it has the types of all that is in it. */
function collection(parts: Omit<DeclaredType, "type" | "minSerializedSize">): DeclaredType {
  let type: CelType | undefined;
  return {
    ...parts,
    get type() {
      type ??= parts.typeNamed(selfTypeName);
      return type;
    },
    minSerializedSize: 2,
  };
}

function declareObject(schema: StructuralSchema): DeclaredType {
  const fields = new ObjectFields(schema);
  let minSerializedSize: number | undefined;
  return {
    schema,
    type: forNulls(schema, objectType(selfTypeName, fields)),
    get minSerializedSize() {
      minSerializedSize ??= minObjectSize(schema);
      return minSerializedSize;
    },
    maxElements: 0,
    fields,
    typeNamed: (name) => forNulls(schema, objectType(name, fields)),
  };
}

/** What the server fills in by default is not part of the request. */
function minObjectSize({ properties = {}, required }: StructuralSchema): number {
  let bytes = 2;
  for (const name of new Set(required)) {
    const property = getOwn(properties, name);
    if (property === undefined || property.default != null) continue;
    const declared = declarePart(property);
    if (declared) bytes += utf8Length(name) + declared.minSerializedSize + 4;
  }
  return bytes;
}

class ObjectFields implements DeclaredFields {
  readonly #schema: StructuralSchema;
  readonly #fields = new Map<string, DeclaredField | undefined>();
  #jsonNames: ReadonlyMap<string, string> | undefined;

  constructor(schema: StructuralSchema) {
    this.#schema = schema;
  }

  get(celName: string): DeclaredField | undefined {
    if (!this.#fields.has(celName)) this.#fields.set(celName, this.#declareField(celName));
    return this.#fields.get(celName);
  }

  *names(): Iterable<string> {
    for (const celName of this.#names.keys()) if (this.get(celName)) yield celName;
  }

  property(jsonName: string): CelType | undefined {
    const property = getOwn(this.#schema.properties ?? {}, jsonName);
    return property && (declarePart(property)?.type ?? typeOfUnseen(property));
  }

  get #names(): ReadonlyMap<string, string> {
    this.#jsonNames ??= new Map(
      Object.keys(this.#schema.properties ?? {}).flatMap((name) => {
        const celName = escapeFieldName(name);
        return celName === undefined ? [] : [[celName, name] as const];
      }),
    );
    return this.#jsonNames;
  }

  #declareField(celName: string): DeclaredField | undefined {
    const jsonName = this.#names.get(celName);
    const property = jsonName === undefined ? undefined : getOwn(this.#schema.properties ?? {}, jsonName);
    const declared = property && declarePart(property);
    if (jsonName === undefined || !declared) return undefined;
    return { jsonName, declared, isRequired: this.#schema.required?.includes(jsonName) === true };
  }
}

function objectType(name: string, fields: DeclaredFields): ObjectType {
  return {
    kind: "object",
    name,
    field(celName) {
      // A reserved word may be said as it is, though what it costs is then unknown.
      const field = fields.get(celName) ?? fields.get(escapeReservedWord(celName));
      if (!field) return undefined;
      const { jsonName, isRequired, declared } = field;
      return { type: declared.typeNamed(`${name}.${celName}`), jsonName, isRequired };
    },
    fieldNames: () => fields.names(),
    property: (jsonName) => fields.property(jsonName),
    jsonName: unescapeFieldName,
    celName: (jsonName) => escapeFieldName(jsonName) ?? jsonName,
  };
}

/** Rules cannot name it, but where objects are compared it counts. */
function typeOfUnseen(schema: StructuralSchema): CelType {
  const items = itemsOfSchema(schema);
  const values = additionalSchemaOf(schema);
  const typeOf = (part: StructuralSchema) => declarePart(part)?.type ?? typeOfUnseen(part);
  if (schema.type === "array" && items) return listTypeOf(schema, typeOf(items));
  if (schema.type === "object" && values) return forNulls(schema, mapOf({ kind: "string" }, typeOf(values)));
  return forNulls(schema, { kind: "dyn", format: "unknown" });
}

function listTypeOf(schema: StructuralSchema, element: CelType): CelType {
  const identity = identityOf(schema);
  return forNulls(schema, identity ? { kind: "list", element, identity } : listOf(element));
}

/** Null is a value of nullable schemas alone. */
function forNulls<Type extends CelType>({ nullable }: StructuralSchema, type: Type): Type {
  return nullable ? type : { ...type, refusesNull: true };
}
