/** Values of CEL as the oracle writes them: JSON that names the type of every value, maps as pairs in the order of their keys. */
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  formatTimestamp,
  isMapValue,
  mapEntries,
  runtimeTypeName,
  typeOf,
} from "@pintle/cel";

export type RenderedValue = { readonly [type: string]: unknown };

export function renderCelValue(value: CelValue): RenderedValue {
  if (value === null) return { null: true };
  if (typeof value === "boolean") return { bool: value };
  if (typeof value === "string") return { string: value };
  if (typeof value === "bigint") return { int: String(value) };
  if (typeof value === "number") return Number.isInteger(value) ? { int: String(value) } : { double: String(value) };
  if (value instanceof CelDouble) return { double: renderDouble(value.value) };
  if (value instanceof CelUint) return { uint: String(value.value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof CelTimestamp)
    return { timestamp: formatTimestamp(new CelTimestamp(value.seconds, value.nanos)) };
  if (value instanceof CelDuration) return { duration: String(value.nanos) };
  if (value instanceof CelTypeValue) return { type: runtimeTypeName(value.type) };
  if (value instanceof CelOptional) return { optional: value.value === undefined ? null : renderCelValue(value.value) };
  if (Array.isArray(value)) return { list: value.map(renderCelValue) };
  if (isMapValue(value)) {
    const entries = Array.from(mapEntries(value), ([key, item]) => [renderCelValue(key), renderCelValue(item)]);
    return { map: entries.sort(byKey) };
  }
  return { opaque: runtimeTypeName(typeOf(value)) };
}

/** Go's order of the keys' JSON, which is by bytes. */
function byKey([left]: readonly RenderedValue[], [right]: readonly RenderedValue[]): number {
  return Buffer.compare(Buffer.from(JSON.stringify(left)), Buffer.from(JSON.stringify(right)));
}

function renderDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The oracle's answer without what only Go can print: the text of a library's value. */
export function withoutTexts(rendered: unknown): unknown {
  if (Array.isArray(rendered)) return rendered.map(withoutTexts);
  if (typeof rendered !== "object" || rendered === null) return rendered;
  const kept = Object.entries(rendered).filter(([key]) => key !== "text" || !("opaque" in rendered));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value)]));
}
