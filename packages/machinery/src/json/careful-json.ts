/**
 * The definition of what is accepted as JSON and what it means; slower than the native parser, and exact.
 *
 * RFC 8259 without extensions. Numbers keep their value or are refused, keys that are written twice or unknown are
 * reported, and where the text breaks the rules the error says where and what was expected.
 */
import { JsonError, quoteJsonAt } from "./json-error.ts";
import { createJsonProblems, type JsonProblem } from "./json-problems.ts";
import { getOwn, type JsonArray, type JsonObject, type JsonValue, maxJsonDepth, setOwn } from "./json-value.ts";
import type { Shape } from "./shape.ts";

export function readJsonCarefully(
  text: string,
  shape: Shape | undefined,
): { value: JsonValue; problems: JsonProblem[] } {
  const reader = new CarefulReader(text);
  const value = reader.readText(shape);
  return { value, problems: reader.problems.list };
}

const literals: readonly [string, JsonValue][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

class CarefulReader {
  readonly problems = createJsonProblems();
  readonly #text: string;
  readonly #steps: (string | number)[] = [];
  #at = 0;
  /** Inside an unknown field nothing more is reported, as Kubernetes skips its content. */
  #unknownFields = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readText(shape: Shape | undefined): JsonValue {
    const value = this.#readValue(shape);
    this.#skipBlanks();
    if (this.#at < this.#text.length) this.#refuse("expected nothing after the value");
    return value;
  }

  #readValue(shape: Shape | undefined): JsonValue {
    this.#skipBlanks();
    const first = this.#text.charAt(this.#at);
    if (first === "{") return this.#readObject(shape);
    if (first === "[") return this.#readArray(shape?.type === "list" ? shape.items : undefined);
    if (first === '"') return this.#readString();
    if (first === "-" || isDigit(this.#text.charCodeAt(this.#at))) return this.#readNumber();
    for (const [word, value] of literals) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#refuse("expected a value");
  }

  #readObject(shape: Shape | undefined): JsonObject {
    const object: JsonObject = {};
    this.#enter();
    if (!this.#takes("}")) {
      do {
        this.#skipBlanks();
        this.#readMember(object, this.#readKey(), shape);
        this.#skipBlanks();
      } while (this.#takes(","));
      if (!this.#takes("}")) this.#refuse('expected "," or "}" after a value');
    }
    return object;
  }

  #readMember(object: JsonObject, key: string, shape: Shape | undefined): void {
    this.#skipBlanks();
    if (!this.#takes(":")) this.#refuse('expected ":" after a key');
    this.#steps.push(key);
    let inner: Shape | undefined;
    let isUnknown = false;
    if (shape?.type === "map") {
      inner = (shape.fields && getOwn(shape.fields, key)?.shape) ?? shape.values;
      isUnknown = inner === undefined;
    }
    if (isUnknown) this.#report("unknown field");
    else if (Object.hasOwn(object, key)) this.#report("duplicate field");
    if (isUnknown) this.#unknownFields += 1;
    setOwn(object, key, this.#readValue(inner));
    if (isUnknown) this.#unknownFields -= 1;
    this.#steps.pop();
  }

  #readArray(items: Shape | undefined): JsonArray {
    const array: JsonArray = [];
    this.#enter();
    if (!this.#takes("]")) {
      do {
        this.#steps.push(array.length);
        array.push(this.#readValue(items));
        this.#steps.pop();
        this.#skipBlanks();
      } while (this.#takes(","));
      if (!this.#takes("]")) this.#refuse('expected "," or "]" after a value');
    }
    return array;
  }

  /** Steps over an opening bracket and the blanks behind it. Each open bracket but the innermost has its step. */
  #enter(): void {
    if (this.#steps.length === maxJsonDepth) this.#refuse(`nested deeper than ${maxJsonDepth} levels`);
    this.#at += 1;
    this.#skipBlanks();
  }

  #readString(): string {
    const start = this.#at;
    this.#skipString();
    // Natively decoded, the string is a copy: a slice would keep the whole text in memory for as long as it lives.
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  /** A key is copied when it is stored, so here a slice does no harm. */
  #readKey(): string {
    if (this.#text.charAt(this.#at) !== '"') this.#refuse("expected a key in double quotes");
    const start = this.#at;
    const isPlain = this.#skipString();
    return isPlain ? this.#text.slice(start + 1, this.#at - 1) : JSON.parse(this.#text.slice(start, this.#at));
  }

  /** Steps over a string, and tells whether it is written without escapes. */
  #skipString(): boolean {
    let isPlain = true;
    for (let at = this.#at + 1; at < this.#text.length; ) {
      const unit = this.#text.charCodeAt(at);
      this.#at = at;
      if (unit === 0x22) {
        this.#at += 1;
        return isPlain;
      }
      if (unit < 0x20) this.#refuse("a control character in a string has to be escaped");
      if (unit === 0x5c) {
        at += this.#checkEscape(at);
        isPlain = false;
      } else at += 1;
    }
    this.#at = this.#text.length;
    return this.#refuse("expected a double quote that ends the string");
  }

  /** The length of an escape. */
  #checkEscape(at: number): number {
    const escaped = this.#text.charAt(at + 1);
    if (escaped !== "u") {
      if (escaped === "" || !'"\\/bfnrt'.includes(escaped)) this.#refuse("unknown escape in a string");
      return 2;
    }
    const unit = this.#hexUnit(at);
    if (unit === undefined) this.#refuse("expected four hexadecimal digits after \\u");
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    // Kubernetes turns half a pair into U+FFFD without a word. We change nothing silently, and UTF-8 cannot carry it.
    const low = this.#hexUnit(at + 6) ?? 0;
    if (unit > 0xdbff || low < 0xdc00 || low > 0xdfff) this.#refuse("half of a surrogate pair in a string");
    return 12;
  }

  #hexUnit(at: number): number | undefined {
    const written = this.#text.slice(at, at + 6);
    return /^\\u[\da-fA-F]{4}$/.test(written) ? Number.parseInt(written.slice(2), 16) : undefined;
  }

  /**
   * Integers are exact, as numbers up to 2^53 and as bigints from there. Kubernetes makes those beyond 64 bits floats; we
   * keep them. What a double cannot reach is refused in either form, so no bigint has more than 309 digits to convert.
   */
  #readNumber(): number | bigint {
    const start = this.#at;
    this.#takes("-");
    if (!this.#takes("0")) this.#takeDigits();
    const integerEnd = this.#at;
    if (this.#takes(".")) this.#takeDigits();
    if (this.#takes("e") || this.#takes("E")) {
      if (!this.#takes("+")) this.#takes("-");
      this.#takeDigits();
    }
    const written = this.#text.slice(start, this.#at);
    const number = Number(written);
    if (Number.isFinite(number)) {
      return Number.isSafeInteger(number) || this.#at !== integerEnd ? number : BigInt(written);
    }
    this.#at = start;
    return this.#refuse("a number beyond 1.8e308");
  }

  #takeDigits(): void {
    if (!isDigit(this.#text.charCodeAt(this.#at))) this.#refuse("expected a digit");
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #takes(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #report(type: JsonProblem["type"]): void {
    if (this.#unknownFields === 0) this.problems.add(type, this.#steps);
  }

  #refuse(what: string): never {
    throw new JsonError(`${what}, found ${quoteJsonAt(this.#text, this.#at)}`, this.#text, this.#at);
  }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
