/**
 * Which objects an informer looks at, asked of an object that no server has chosen: the answer to one's own write.
 *
 * Labels are matched as the server does it. Which fields can be selected the server alone knows; all of Kubernetes' own are texts, numbers
 * or booleans at the path of their name, and a boolean that is not there counts as `false`.
 */
import type { SelectOptions } from "@pintle/client";
import {
  compileLabelSelector,
  createFieldSelector,
  type FieldSelector,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseFieldSelector,
  parseLabelSelector,
  type SelectableValues,
} from "@pintle/machinery";

export interface OverlayScope {
  /** Whether an object of that namespace could be in the copy at all. */
  includes(namespace: string | undefined): boolean;
  /** Whether the selectors select the object. */
  selects(object: JsonObject): boolean;
}

export interface OverlayScopeOptions extends SelectOptions {
  readonly namespace?: string | readonly string[] | undefined;
}

export function createOverlayScope({ namespace, labelSelector, fieldSelector }: OverlayScopeOptions): OverlayScope {
  const namespaces = typeof namespace === "string" ? [namespace] : namespace;
  const labels =
    typeof labelSelector === "object" ? compileLabelSelector(labelSelector) : parseLabelSelector(labelSelector ?? "");
  const fields = typeof fieldSelector === "object" ? exactly(fieldSelector) : parseFieldSelector(fieldSelector ?? "");
  return {
    includes: (found) => namespaces === undefined || (found !== undefined && namespaces.includes(found)),
    selects: (object) => labels.matches(labelsOf(object)) && fields.matches(fieldsOf(object, fields)),
  };
}

function exactly(wanted: Readonly<Record<string, string>>): FieldSelector {
  return createFieldSelector(Object.entries(wanted).map(([field, value]) => ({ field, operator: "=", value })));
}

function labelsOf(object: JsonObject): SelectableValues {
  const labels = valueAt(object, ["metadata", "labels"]);
  return isJsonObject(labels) ? (labels as SelectableValues) : {};
}

/** Those that the selector asks for. */
function fieldsOf(object: JsonObject, { requirements }: FieldSelector): SelectableValues {
  return Object.fromEntries(
    requirements.map(({ field, value }) => {
      const found = valueAt(object, field.split("."));
      const isMissing = found === undefined || found === null;
      return [field, isMissing ? (value === "false" ? "false" : "") : String(found)];
    }),
  );
}

function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path) value = isJsonObject(value) ? getOwn(value, key) : undefined;
  return value;
}
