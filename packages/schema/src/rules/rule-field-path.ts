/** The `fieldPath` of a rule: a way down through named fields, `.spec.list` or `['spec']`, that the schema knows. */
import { FieldPath, getOwn } from "@pintle/machinery";
import { additionalSchemaOf, type StructuralSchema } from "../structural-schema.ts";

/** The path as errors show it, `spec.list` or `labels[a/b]`; `undefined` where the schema does not know it. */
export function resolveRuleFieldPath(schema: StructuralSchema, text: string): string | undefined {
  const names = splitFieldPath(text);
  if (!names) return undefined;
  let current: StructuralSchema | undefined = schema;
  let path = new FieldPath("");
  for (const name of names) {
    if (!current) return undefined;
    const { properties, additionalProperties }: StructuralSchema = current;
    if (properties !== undefined && Object.keys(properties).length > 0) {
      path = path.child(name);
      current = getOwn(properties, name);
      if (!current) return undefined;
    } else {
      if (additionalProperties == null) return undefined;
      path = path.key(name);
      // Below `additionalProperties: true` there is no schema: the way ends there, validly.
      current = additionalSchemaOf(current);
    }
  }
  return String(path);
}

/** Whatever follows a dot is a name, even a bracket or a dot; in brackets there must be a text in single quotes. */
function splitFieldPath(text: string): string[] | undefined {
  const tokens = text.match(/'(?:[^']|(?<=\\)')*(?:(?<!\\)'|$)|[.[\]]|[^.[\]']+[^.[\]]*/g) ?? [];
  const names: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const name = tokens[at + 1];
    if (name === undefined) return undefined;
    if (tokens[at] === ".") {
      names.push(name);
      at += 2;
    } else {
      const quoted = tokens[at] === "[" && tokens[at + 2] === "]" ? unquote(name) : undefined;
      if (quoted === undefined) return undefined;
      names.push(quoted);
      at += 3;
    }
  }
  return names;
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "'": "'",
  "\\": "\\",
};

function unquote(token: string): string | undefined {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) return undefined;
  let isValid = true;
  const name = token.slice(1, -1).replace(/\\(.)/gu, (_, letter: string) => {
    const meant = getOwn(escapes, letter);
    isValid &&= meant !== undefined;
    return meant ?? "";
  });
  return isValid ? name : undefined;
}
