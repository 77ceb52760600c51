/**
 * Field selectors, `metadata.name=web,status.phase!=Running`: read, matched and written as upstream does it.
 *
 * A field that an object does not have counts as empty. A backslash, comma or equals sign in a value is escaped by a
 * backslash; names of fields know no escapes.
 */

import { getOwn } from "../json/json-value.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import { InvalidSelectorError, type SelectableValues, type Selector } from "./selector.ts";

export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

export type FieldSelector = Selector<FieldRequirement>;

const noFields: SelectableValues = {};

/** Selects what meets all the requirements. */
export function createFieldSelector(requirements: readonly FieldRequirement[]): FieldSelector {
  return {
    requirements,

    matches(fields = noFields) {
      for (const { field, operator, value } of requirements) {
        if (((getOwn(fields, field) ?? "") === value) !== (operator === "=")) return false;
      }
      return true;
    },

    requiresExactMatch(field) {
      return requirements.find((requirement) => requirement.operator === "=" && requirement.field === field)?.value;
    },
  };
}

/** Reads a field selector or throws an `InvalidSelectorError`. Requirements come out in the order of their texts. */
export function parseFieldSelector(text: string): FieldSelector {
  const terms = splitAtCommas(text).sort(compareUtf8);
  const requirements: FieldRequirement[] = [];
  for (const term of terms) {
    if (term === "") continue;
    const { field, operator, escaped } = splitTerm(term, text);
    const value = unescapeFieldValue(escaped);
    // Upstream drops a requirement that says nothing at all, `=` or `!=`.
    if (field !== "" || value !== "") requirements.push({ field, operator, value });
  }
  return createFieldSelector(requirements);
}

/** The selector as text, which reads back to the same one. */
export function formatFieldSelector(selector: FieldSelector): string {
  return selector.requirements
    .map(({ field, operator, value }) => `${field}${operator}${escapeFieldValue(value)}`)
    .join(",");
}

/** Any text as the value of a field selector. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}

function splitAtCommas(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === ",") {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

interface Term {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly escaped: string;
}

/** The first operator counts, so `a!==b` asks for `a` not to be `=b`. */
function splitTerm(term: string, selector: string): Term {
  const at = term.indexOf("=");
  if (at < 0) throw new InvalidSelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  if (term.charAt(at - 1) === "!") {
    return { field: term.slice(0, at - 1), operator: "!=", escaped: term.slice(at + 1) };
  }
  const isDouble = term.charAt(at + 1) === "=";
  return { field: term.slice(0, at), operator: "=", escaped: term.slice(at + (isDouble ? 2 : 1)) };
}

function unescapeFieldValue(escaped: string): string {
  let value = "";
  let isEscaping = false;
  for (const character of escaped) {
    if (isEscaping) {
      if (!"\\,=".includes(character)) throw invalidEscape(`\\${character}`);
      value += character;
      isEscaping = false;
    } else if (character === "\\") isEscaping = true;
    else if (character === "," || character === "=") {
      const code = character.charCodeAt(0);
      throw new InvalidSelectorError(`invalid field selector: unescaped character in value: ${code}`);
    } else value += character;
  }
  if (isEscaping) throw invalidEscape("\\");
  return value;
}

function invalidEscape(sequence: string): InvalidSelectorError {
  return new InvalidSelectorError(`invalid field selector: invalid escape sequence: ${sequence}`);
}
