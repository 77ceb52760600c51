/** Admission of what storage that somebody wrote by hand is asked to do: reviews, bindings, evictions, connections. */
import {
  equalJson,
  formatGroupVersion,
  getOwn,
  type JsonObject,
  type JsonValue,
  type MapShape,
  type Shape,
} from "@pintle/machinery";
import type { AdmissionAttributes } from "../admission/admission.ts";
import type { OwnSubresource } from "../registry/served-resource.ts";
import { admissionAttributes } from "../registry/write-call.ts";
import { writeCallOf } from "./calls.ts";
import type { BodyType } from "./decode-body.ts";
import { queryBoolean } from "./query.ts";
import type { RestCall } from "./rest-server.ts";

export interface CustomWrite {
  readonly operation: AdmissionAttributes["operation"];
  readonly type: Pick<BodyType, "group" | "version" | "kind">;
  readonly name: string;
  readonly object: JsonObject | undefined;
  readonly old?: JsonObject | undefined;
  readonly options: JsonObject | undefined;
  readonly isDryRun: boolean;
  /** What is done to the object before it is judged. */
  readonly prepare?: (object: JsonObject) => JsonObject;
}

/** The object to go on with. */
export async function admitCustom(call: RestCall, write: CustomWrite): Promise<JsonObject | undefined> {
  const { operation, type, name, object, old, options, isDryRun, prepare } = write;
  const { group, version, kind } = type;
  const base = writeCallOf(call, { name, isDryRun, options });
  const attributes = admissionAttributes(base, operation, object, old, name, { group, version, kind });
  const mutated = await call.server.admission.mutate(attributes);
  const admitted = mutated && prepare ? prepare(mutated) : mutated;
  await call.server.admission.validate({ ...attributes, object: admitted });
  return admitted;
}

/** A connection is about its options, which are in the query; what admission made of them is in the query of the call to go on with. */
export async function admitConnection(call: RestCall, subresource: OwnSubresource): Promise<RestCall> {
  const { name } = call.context.info;
  const object = connectOptionsOf(call, subresource);
  const admitted = await admitCustom(call, {
    operation: "CONNECT",
    type: subresource,
    name,
    object,
    options: undefined,
    isDryRun: false,
  });
  if (admitted === undefined || equalJson(admitted, object)) return call;
  return { ...call, request: { ...call.request, query: queryOf(call, subresource, admitted) } };
}

function queryOf({ request }: RestCall, { shape }: OwnSubresource, options: JsonObject): URLSearchParams {
  const query = new URLSearchParams(request.query);
  for (const name of Object.keys(optionsIn(shape))) {
    const value = getOwn(options, name);
    query.delete(name);
    for (const item of Array.isArray(value) ? value : [value]) if (item != null) query.append(name, String(item));
  }
  return query;
}

function connectOptionsOf(call: RestCall, { group, version, kind, shape, hasPaths }: OwnSubresource): JsonObject {
  const options: Record<string, JsonValue> = { kind, apiVersion: formatGroupVersion({ group, version }) };
  const fields = optionsIn(shape);
  for (const name of Object.keys(fields)) {
    const value = readOption(call.request.query, name, getOwn(fields, name)?.shape);
    if (value !== undefined) options[name] = value;
  }
  return hasPaths ? { ...options, ...pathOption(call) } : options;
}

/** What may be asked for. What the options are is not for the client to say. */
function optionsIn(shape: Shape): NonNullable<MapShape["fields"]> {
  const { kind: _, apiVersion: __, ...fields } = shape.type === "map" ? (shape.fields ?? {}) : {};
  return fields;
}

function readOption(query: URLSearchParams, name: string, shape: Shape | undefined): JsonValue | undefined {
  const values = query.getAll(name);
  const [first] = values;
  if (first === undefined || shape === undefined) return undefined;
  if (shape.type === "list") return values.map((text) => toScalar(text, shape.items));
  if (shape.type === "scalar" && shape.scalar === "boolean") return queryBoolean(query, name) || undefined;
  return toScalar(first, shape);
}

function toScalar(text: string, shape: Shape | undefined): JsonValue {
  return shape?.type === "scalar" && shape.scalar === "number" ? Number(text) : text;
}

/** What comes behind a proxy's own path, with the slash at its end if there is one. */
function pathOption({ context }: RestCall): JsonObject {
  const { parts, path } = context.info;
  const below = parts.length > 0 ? `/${parts.join("/")}` : "";
  const whole = path.endsWith("/") && !below.endsWith("/") ? `${below}/` : below;
  return whole === "" ? {} : { path: whole };
}
