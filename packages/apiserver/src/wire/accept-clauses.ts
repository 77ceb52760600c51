/**
 * Takes an `Accept` header apart, in linear time and with the leniency of upstream's reader: clauses that cannot be read are passed
 * over, names are compared as they are written, and a quality that is no number is 0.
 */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The clauses, best first; those of the same quality in the order of the header, stars behind names. */
export function parseAccept(header: string): readonly AcceptClause[] {
  const clauses: AcceptClause[] = [];
  for (const part of header.split(",")) {
    const clause = parseClause(trimSpaces(part));
    if (clause !== undefined) clauses.push(clause);
  }
  return clauses.sort(
    (left, right) =>
      right.quality - left.quality ||
      Number(left.type === "*") - Number(right.type === "*") ||
      Number(left.subtype === "*") - Number(right.subtype === "*"),
  );
}

function parseClause(part: string): AcceptClause | undefined {
  const [name = "", ...words] = part.split(";");
  const [type = "", subtype, ...rest] = name.split("/").map(trimSpaces);
  if (rest.length > 0) return undefined;
  if (!subtype) return type === "*" ? { type, subtype: "*", ...parseParameters(words) } : undefined;
  return { type, subtype, ...parseParameters(words) };
}

function parseParameters(words: readonly string[]): Pick<AcceptClause, "quality" | "parameters"> {
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const word of words) {
    const [key = "", value, ...rest] = word.split("=");
    if (!value || rest.length > 0) continue;
    if (trimSpaces(key) === "q") quality = readQuality(value);
    else parameters.set(trimSpaces(key), trimSpaces(value));
  }
  return { quality, parameters };
}

function readQuality(value: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : 0;
}

function trimSpaces(text: string): string {
  return text.replace(/^ +/, "").replace(/(?<! ) +$/, "");
}
