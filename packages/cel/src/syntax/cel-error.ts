/** What is wrong with an expression, with the place where. */
export interface CelIssue {
  readonly message: string;
  /** In UTF-16 units from the start of the source; -1 where the source as a whole is meant, -2 where a part is that it does not have. */
  readonly offset: number;
}

/** A place in a source as cel-go counts it: lines from 1, columns from 0 in code points. Only `\n` ends a line. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** The offset of a part that a text with mistakes turned out not to have: cel-go shows it before the first sign. */
export const lostOffset = -2;

/** As many issues does a message show, as cel-go's does; how many more there are is said at its end. */
const maxShownIssues = 100;
/** A line longer than that, in UTF-8, is not shown. */
const maxShownLineBytes = 16_384;

/** An expression that cannot be used: it does not parse or does not check. The message shows its issues with their lines. */
export class CelError extends Error {
  override readonly name: string = "CelError";
  readonly source: string;
  /** In the order of their places. */
  readonly issues: readonly CelIssue[];

  constructor(source: string, issues: readonly CelIssue[]) {
    const sorted = issues.toSorted((one, other) => one.offset - other.offset);
    const shown = sorted.slice(0, maxShownIssues).map((issue) => formatIssue(source, issue));
    if (sorted.length > shown.length) shown.push(`${sorted.length - shown.length} more errors were truncated`);
    super(shown.join("\n"));
    this.source = source;
    this.issues = sorted;
  }
}

/** An expression that failed on these values: no such key, division by zero, over its budget. */
export class CelEvaluationError extends Error {
  override readonly name = "CelEvaluationError";
  /** What the evaluation had cost when it failed: a failure uses up the budget like a success. */
  readonly cost: number;

  constructor(message: string, cost = 0) {
    super(message);
    this.cost = cost;
  }
}

/** `ERROR: <input>:1:5: message`, the line, and a caret under the place, as cel-go prints it. */
export function formatIssue(source: string, { message, offset }: CelIssue): string {
  if (offset === lostOffset) return formatIssue(source, { message, offset: 0 }).replace(":1:1:", ":1:0:");
  if (offset < 0) return `ERROR: <input>:-1:0: ${message}`;
  if (source === "") return `ERROR: <input>:1:0: ${message}`;
  const { line, column } = positionAt(source, offset);
  const place = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  const end = source.indexOf("\n", offset);
  const text = source.slice(lineStart(source, offset), end === -1 ? undefined : end);
  if (new TextEncoder().encode(text).length > maxShownLineBytes) return place;
  const characters = [...text];
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? "\uff0e" : "."));
  const caret = isWide(characters[column]) ? "\uff3e" : "^";
  return `${place}\n | ${text.replaceAll("\t", " ")}\n | ${dots.join("")}${caret}`;
}

export function positionAt(source: string, offset: number): SourcePosition {
  let line = 1;
  for (let at = source.indexOf("\n"); at !== -1 && at < offset; at = source.indexOf("\n", at + 1)) line += 1;
  return { line, column: [...source.slice(lineStart(source, offset), offset)].length };
}

function lineStart(source: string, offset: number): number {
  return source.slice(0, offset).lastIndexOf("\n") + 1;
}

/** More than one byte in UTF-8, which is cel-go's measure for the width of a character. */
function isWide(character: string | undefined): boolean {
  return character !== undefined && character > "\x7f";
}
