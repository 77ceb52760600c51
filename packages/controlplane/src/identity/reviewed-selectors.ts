/** The selectors that an access review asks about, as a request would have them in its query. */
import { escapeFieldValue, isJsonObject, type JsonObject } from "@pintle/machinery";
import { textAt, textsAt } from "../builtin/json-fields.ts";

export function reviewedSelectors(resource: JsonObject): {
  readonly labelSelector: string;
  readonly fieldSelector: string;
} {
  return {
    labelSelector: selectorText(resource.labelSelector, labelText),
    fieldSelector: selectorText(resource.fieldSelector, fieldText),
  };
}

function selectorText(selector: unknown, write: (requirement: JsonObject) => string | undefined): string {
  if (!isJsonObject(selector as JsonObject)) return "";
  const { requirements, rawSelector } = selector as JsonObject;
  if (typeof rawSelector === "string") return rawSelector;
  const written = Array.isArray(requirements) ? requirements.filter(isJsonObject).map(write) : [];
  return written.filter((text) => text !== undefined).join(",");
}

/** A requirement that cannot be written is left out: selectors only narrow what is asked for. */
function labelText(requirement: JsonObject): string | undefined {
  const key = textAt(requirement, "key");
  const values = textsAt(requirement, "values").join(",");
  const texts: Readonly<Record<string, string>> = {
    In: `${key} in (${values})`,
    NotIn: `${key} notin (${values})`,
    Exists: key,
    DoesNotExist: `!${key}`,
  };
  return texts[textAt(requirement, "operator")];
}

function fieldText(requirement: JsonObject): string | undefined {
  const [value, ...others] = textsAt(requirement, "values");
  if (value === undefined || others.length > 0) return undefined;
  const sign = { In: "=", NotIn: "!=" }[textAt(requirement, "operator")];
  return sign && `${textAt(requirement, "key")}${sign}${escapeFieldValue(value)}`;
}
