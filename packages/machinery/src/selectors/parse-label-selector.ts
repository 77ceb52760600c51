/**
 * Reads label selectors as text: `app=web,tier in (front,back),!canary`. What is accepted, and the words of each refusal,
 * are upstream's.
 *
 * ```text
 *   selector    = [ requirement { "," requirement } ]
 *   requirement = "!" KEY | KEY | KEY ( "=" | "==" | "!=" | ">" | "<" ) [ VALUE ] | KEY ( "in" | "notin" ) "(" values ")"
 *   values      = [ VALUE ] { "," [ VALUE ] }
 * ```
 *
 * `in` and `notin` are operators where an operator stands, and keys or values everywhere else.
 */
import { joinFieldErrors } from "../errors/field-error.ts";
import { type FieldPath, fieldPath } from "../errors/field-path.ts";
import {
  type LabelOperator,
  type LabelRequirement,
  validateLabelKey,
  validateLabelRequirement,
} from "./label-requirement.ts";
import { type CompiledLabelSelector, createLabelSelector } from "./label-selector.ts";
import { type LabelSelectorToken, scanLabelSelector } from "./label-selector-tokens.ts";
import { InvalidSelectorError } from "./selector.ts";

/** An empty text selects everything. `path` is where the text was found, for the messages. */
export function parseLabelSelector(text: string, path: FieldPath = fieldPath()): CompiledLabelSelector {
  const tokens = createTokenReader(scanLabelSelector(text));
  const requirements: LabelRequirement[] = [];
  if (isWord(tokens.peek()) || isSymbol(tokens.peek(), "!")) {
    for (;;) {
      requirements.push(parseRequirement(tokens, path));
      const separator = tokens.next();
      if (separator.type === "end") break;
      if (!isSymbol(separator, ",")) throw found(separator, ", expected: ',' or 'end of string'");
      const start = tokens.peek();
      if (!isWord(start) && !isSymbol(start, "!")) throw found(start, ", expected: identifier after ','");
    }
  } else if (tokens.peek().type !== "end") {
    throw found(tokens.peek(), ", expected: !, identifier, or 'end of string'");
  }
  return createLabelSelector(requirements);
}

interface TokenReader {
  peek(): LabelSelectorToken;
  /** The same as `peek`, and moves on; at the end it stays there. */
  next(): LabelSelectorToken;
}

function createTokenReader(tokens: readonly LabelSelectorToken[]): TokenReader {
  const end: LabelSelectorToken = { type: "end", text: "" };
  let position = 0;
  return {
    peek: () => tokens[position] ?? end,
    next: () => tokens[position++] ?? end,
  };
}

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ["in", "in"],
  ["notin", "notin"],
  ["=", "="],
  ["==", "=="],
  ["!=", "!="],
  [">", "gt"],
  ["<", "lt"],
]);

function parseRequirement(tokens: TokenReader, path: FieldPath): LabelRequirement {
  const isAbsent = isSymbol(tokens.peek(), "!");
  if (isAbsent) tokens.next();
  const word = tokens.next();
  if (!isWord(word)) throw foundInRequirement(word, ", expected: identifier");
  const key = word.text;
  refuse(validateLabelKey(key, path));

  const requirement = isAbsent ? { key, operator: "!" as const, values: [] } : parseRestriction(key, tokens);
  refuse(validateLabelRequirement(requirement, path));
  return requirement;
}

function parseRestriction(key: string, tokens: TokenReader): LabelRequirement {
  const { type, text } = tokens.peek();
  if (type === "end" || text === ",") return { key, operator: "exists", values: [] };
  const token = tokens.next();
  const operator = operators.get(token.text);
  if (operator === undefined) throw foundInRequirement(token, ", expected: in, notin, =, ==, !=, gt, lt");
  const values = operator === "in" || operator === "notin" ? parseValues(tokens) : [parseValue(tokens)];
  return { key, operator, values };
}

/** The value after an operator, which may be left out: `a=` asks for the empty one. */
function parseValue(tokens: TokenReader): string {
  const { type, text } = tokens.peek();
  if (type === "end" || text === ",") return "";
  const token = tokens.next();
  if (!isWord(token)) throw foundInRequirement(token, ", expected: identifier");
  return token.text;
}

/** The values between parentheses, sorted and each once. `()`, `(,` and `,)` hold the empty one. */
function parseValues(tokens: TokenReader): string[] {
  const open = tokens.next();
  if (!isSymbol(open, "(")) throw foundInRequirement(open, " expected: '('");
  const first = tokens.peek();
  if (!isWord(first) && !isSymbol(first, ",") && !isSymbol(first, ")")) {
    throw foundInRequirement(first, ", expected: ',', ')' or identifier");
  }
  const values = new Set<string>();
  for (;;) {
    // Here a value stands, or nothing before the next comma or the end of the list.
    if (isWord(tokens.peek())) {
      values.add(tokens.next().text);
      const after = tokens.peek();
      if (!isSymbol(after, ",") && !isSymbol(after, ")")) throw foundInRequirement(after, ", expected: ',' or ')'");
    } else if (isSymbol(tokens.peek(), ",") || isSymbol(tokens.peek(), ")")) values.add("");
    const separator = tokens.next();
    if (isSymbol(separator, ")")) return [...values].sort();
    if (!isSymbol(separator, ",")) throw foundInRequirement(separator, ", expected: ',', or identifier");
  }
}

function isWord({ type }: LabelSelectorToken): boolean {
  return type === "identifier" || type === "keyword";
}

function isSymbol({ type, text }: LabelSelectorToken, symbol: string): boolean {
  return type === "symbol" && text === symbol;
}

function refuse(errors: Parameters<typeof joinFieldErrors>[0]): void {
  if (errors.length > 0) throw new InvalidSelectorError(`unable to parse requirement: ${joinFieldErrors(errors)}`);
}

function found({ text }: LabelSelectorToken, expected: string): InvalidSelectorError {
  return new InvalidSelectorError(`found '${text}'${expected}`);
}

function foundInRequirement(token: LabelSelectorToken, expected: string): InvalidSelectorError {
  return new InvalidSelectorError(`unable to parse requirement: ${found(token, expected).message}`);
}
