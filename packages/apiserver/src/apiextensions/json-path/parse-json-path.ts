/**
 * JSONPath as Kubernetes reads it in printer columns and selectable fields: fields, indexes, slices, unions, filters, and descents.
 *
 * Its grammar is an own one: a backslash hides a dot, a filter compares one thing with one thing, words and texts may stand anywhere. Whatever
 * Kubernetes cannot read throws a `JsonPathError`.
 */
export type PathStep =
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "wildcard" }
  | { readonly type: "descent" }
  | { readonly type: "slice"; readonly from?: number; readonly to?: number; readonly step?: number; isSingle: boolean }
  | { readonly type: "union"; readonly paths: readonly JsonPath[] }
  | { readonly type: "filter"; readonly left: JsonPath; readonly operator: string; readonly right: JsonPath }
  | { readonly type: "value"; readonly value: string | number | boolean }
  | { readonly type: "word"; readonly word: string };

export type JsonPath = readonly PathStep[];

export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/** More parts than any path that people write; evaluation is bounded by it. */
const maxSteps = 256;

/** A path without braces around it: `.spec.conditions[?(@.type=="Ready")].status`. */
export function parseJsonPath(text: string): JsonPath {
  return new PathReader(text).read();
}

const terminators = new Set([...".,[]$@{} \t\r\n"]);
const slicePattern = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/;
const letterOrDigit = /[\p{L}\p{Nd}_]/u;

class PathReader {
  readonly #text: string;
  readonly #steps: PathStep[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonPath {
    while (this.#at < this.#text.length) {
      this.#readStep();
      if (this.#steps.length > maxSteps) throw new JsonPathError("too many steps");
    }
    return this.#steps;
  }

  #readStep(): void {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    const [first = ""] = rest;
    if (first === "}") this.#endEarly();
    else if (rest === "[?(") this.#readFilter();
    else if (rest.startsWith("..")) this.#readDescent();
    else if (first === " " || first === "@" || first === "$") this.#at += 1;
    else if (first === "[") this.#readBrackets();
    else if (first === '"' || first === "'") this.#readQuoted(first);
    else if (first === ".") {
      this.#at += 1;
      this.#readField();
    } else if (/[-+0-9]/.test(first)) this.#readNumber();
    else if (letterOrDigit.test(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0))) this.#readWord();
    else if (first === "\r" || first === "\n") throw new JsonPathError("unclosed action");
    else throw new JsonPathError(`unrecognized character in action: ${JSON.stringify(first)}`);
  }

  /** Upstream puts braces around a path, which one of its own can close. What follows has to be readable, and finds nothing. */
  #endEarly(): void {
    const open = this.#text.indexOf("{", this.#at);
    if (open >= 0) parseJsonPath(this.#text.slice(open + 1));
    this.#at = this.#text.length;
  }

  #readField(): void {
    let name = "";
    for (; this.#at < this.#text.length; this.#at += 1) {
      const unit = this.#text.charAt(this.#at);
      if (unit === "\\") {
        this.#at += 1;
        name += this.#text.charAt(this.#at);
      } else if (terminators.has(unit)) break;
      else name += unit;
    }
    this.#steps.push(name === "*" ? { type: "wildcard" } : { type: "field", name });
  }

  #readDescent(): void {
    if (this.#steps.at(-1)?.type === "descent") throw new JsonPathError("invalid multiple recursive descent");
    this.#at += 2;
    this.#steps.push({ type: "descent" });
    if (letterOrDigit.test(this.#text.charAt(this.#at))) this.#readField();
  }

  #readNumber(): void {
    const [digits = ""] = /^[-+]?[\d.]*/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += digits.length;
    const value = Number(digits);
    if (digits === "" || Number.isNaN(value) || !/\d/.test(digits)) {
      throw new JsonPathError(`cannot parse number ${digits}`);
    }
    this.#steps.push({ type: "value", value });
  }

  #readWord(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && !terminators.has(this.#text.charAt(this.#at))) this.#at += 1;
    const word = this.#text.slice(start, this.#at);
    const isTruth = word === "true" || word === "false";
    this.#steps.push(isTruth ? { type: "value", value: word === "true" } : { type: "word", word });
  }

  #readQuoted(quote: string): void {
    const end = this.#endOfQuoted(this.#at + 1, quote);
    if (end < 0) throw new JsonPathError("unterminated quoted string");
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    this.#steps.push({ type: "value", value: inner.replace(/\\(.)/g, "$1") });
  }

  #endOfQuoted(from: number, quote: string): number {
    for (let at = from; at < this.#text.length; at += 1) {
      const unit = this.#text.charAt(at);
      if (unit === "\n") return -1;
      if (unit === quote && this.#text.charAt(at - 1) !== "\\") return at;
    }
    return -1;
  }

  #readBrackets(): void {
    const end = this.#text.indexOf("]", this.#at);
    if (end < 0) throw new JsonPathError("unterminated array");
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    const parts = inner.split(",");
    if (parts.length > 1) {
      const paths = parts.map((part) => parseJsonPath(`[${part.replace(/^ +| +$/g, "")}]`));
      this.#steps.push({ type: "union", paths });
      return;
    }
    const [, key] = /^'([^']*)'$/.exec(inner) ?? [];
    if (key !== undefined) this.#steps.push(...parseJsonPath(`.${key}`));
    else this.#steps.push(readSlice(inner === "*" ? ":" : inner));
  }

  #readFilter(): void {
    const start = this.#at + 3;
    const end = this.#endOfFilter(start);
    if (end < 0) throw new JsonPathError("unterminated filter");
    if (this.#text.charAt(end + 1) !== "]") throw new JsonPathError("unclosed array expect ]");
    const inner = this.#text.slice(start, end);
    this.#at = end + 2;
    const [, left, operator = "", right] = /^([^!<>=]+)([!<>=]+)(.+)$/s.exec(inner) ?? [];
    if (left === undefined || right === undefined) {
      this.#steps.push({ type: "filter", left: parseJsonPath(inner), operator: "exists", right: [] });
    } else {
      this.#steps.push({ type: "filter", left: parseJsonPath(left), operator, right: parseJsonPath(right) });
    }
  }

  /** The first bracket that is not inside the one text that a filter may have. */
  #endOfFilter(from: number): number {
    let quote = "";
    let isClosed = false;
    for (let at = from; at < this.#text.length; at += 1) {
      const unit = this.#text.charAt(at);
      if (unit === "\n") return -1;
      if (unit === '"' || unit === "'") {
        if (quote === "") quote = unit;
        else if (unit === quote && this.#text.charAt(at - 1) !== "\\") isClosed = true;
      } else if (unit === ")" && (quote !== "") === isClosed) return at;
    }
    return -1;
  }
}

function readSlice(text: string): PathStep {
  const found = slicePattern.exec(text);
  if (!found) throw new JsonPathError(`invalid array index ${text}`);
  const [, from, to, step] = found.map((part) => (part === undefined || part === "" ? undefined : Number(part)));
  const isSingle = found[2] === undefined;
  if ([from, to, step].some(Number.isNaN)) throw new JsonPathError(`array index ${text} is not a number`);
  return {
    type: "slice",
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(step !== undefined && { step }),
    isSingle,
  };
}
