/**
 * Reads JSON bodies to what Go makes of them: invalid UTF-8 and half surrogate pairs are replaced, an object that stands twice in a
 * built-in kind is merged, 64-bit integers are exact and larger ones floats. Nearly every body goes the quick way through the strict
 * reader; this one is for the rest, and for saying in Go's words what is wrong.
 */
import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonProblem,
  type JsonValue,
  maxJsonDepth,
  readJson,
  type Shape,
  setOwn,
} from "@pintle/machinery";
import { decodeGoUtf8 } from "./decode-go-utf8.ts";
import { FieldProblems } from "./field-problems.ts";
import { JsonScanner } from "./json-scanner.ts";
import { WrittenNumber } from "./written-number.ts";

export interface GoJsonReading {
  readonly value: JsonValue;
  readonly problems: readonly JsonProblem[];
}

/** A fraction or exponent outside of quotes, or something in a text that looks like it. */
const mayHaveFloat = /"\s*:\s*-?\d+[.eE]|[[,]\s*-?\d+[.eE]/;

/** Throws a `GoJsonError`. `isTyped` is for built-in kinds: numbers that are not written as integers stay `WrittenNumber`s in scalar fields. */
export function readGoJson(bytes: Uint8Array, shape: Shape | undefined, isTyped: boolean): GoJsonReading {
  const text = decodeGoUtf8(bytes);
  if (!isTyped || !mayHaveFloat.test(text)) {
    const reading = readPlainly(text, shape, isTyped);
    if (reading !== undefined) return reading;
  }
  const reader = new GoJsonReader(text, isTyped);
  return { value: reader.readText(shape), problems: reader.problems.list };
}

function readPlainly(text: string, shape: Shape | undefined, isTyped: boolean): GoJsonReading | undefined {
  try {
    const reading = readJson(text, shape);
    // Whatever stands twice may have to be merged, and integers beyond 64 bits become floats.
    if ((isTyped && reading.problems.length > 0) || /(?:^|[:,[])\s*-?\d{19}/.test(text)) return undefined;
    return reading;
  } catch {
    return undefined;
  }
}

class GoJsonReader {
  readonly problems = new FieldProblems();
  readonly #scanner: JsonScanner;
  readonly #isTyped: boolean;
  readonly #steps: (string | number)[] = [];
  #unreachable: string | undefined;

  constructor(text: string, isTyped: boolean) {
    this.#scanner = new JsonScanner(text);
    this.#isTyped = isTyped;
  }

  readText(shape: Shape | undefined): JsonValue {
    const value = this.#readValue(shape, undefined);
    if (this.#scanner.peek() !== "") this.#scanner.refuse("after top-level value");
    if (this.#unreachable !== undefined) throw new UnreachableNumberError(this.#unreachable);
    return value;
  }

  #readValue(shape: Shape | undefined, before: JsonValue | undefined): JsonValue {
    const scanner = this.#scanner;
    const first = scanner.peek();
    if (first === "{") {
      const isMerged = this.#isTyped && shape?.type === "map" && isJsonObject(before);
      return this.#readObject(shape, isMerged ? before : {});
    }
    if (first === "[") {
      const isMerged = this.#isTyped && shape?.type === "list" && Array.isArray(before);
      return this.#readArray(shape?.type === "list" ? shape.items : undefined, isMerged ? before : []);
    }
    if (first === '"') return this.#readString();
    if (first === "-" || (first >= "0" && first <= "9")) return this.#readNumber(shape);
    const word = scanner.takeWord();
    return word === "null" ? null : word === "true";
  }

  #readObject(shape: Shape | undefined, object: JsonObject): JsonObject {
    const scanner = this.#scanner;
    const written = new Set<string>();
    this.#enter();
    if (scanner.peek() === "}") {
      scanner.at += 1;
      return object;
    }
    for (;;) {
      if (scanner.peek() !== '"') scanner.refuse("looking for beginning of object key string");
      const key = this.#readString();
      scanner.skipColon();
      this.#readMember(object, key, shape, written);
      const next = scanner.peek();
      if (next !== "," && next !== "}") scanner.refuse("after object key:value pair");
      scanner.at += 1;
      if (next === "}") return object;
    }
  }

  #readMember(object: JsonObject, key: string, shape: Shape | undefined, written: Set<string>): void {
    const isUnknown = shape?.type === "map" && fieldShape(shape, key) === undefined;
    this.#steps.push(key);
    if (isUnknown) this.problems.add("unknown field", this.#steps);
    else if (written.has(key) && !this.#isFreeForm(shape)) this.problems.add("duplicate field", this.#steps);
    written.add(key);
    if (isUnknown && this.#isTyped && !this.#isTypeKey(key)) this.#scanner.skipValue(this.#steps.length);
    else {
      const inner = shape?.type === "map" ? fieldShape(shape, key) : undefined;
      setOwn(object, key, this.#readValue(inner, getOwn(object, key)));
    }
    this.#steps.pop();
  }

  /** Built-in kinds keep free-form data as text, in which nobody looks for what stands twice. */
  #isFreeForm(shape: Shape | undefined): boolean {
    return this.#isTyped && (shape === undefined || shape.type === "any");
  }

  /** What an object says that it is counts in any case of its keys, though these are unknown to its type. */
  #isTypeKey(key: string): boolean {
    return this.#steps.length === 1 && ["kind", "apiversion"].includes(key.toLowerCase());
  }

  /** Go reads a list that stands twice over the items that it has from before. */
  #readArray(items: Shape | undefined, before: readonly JsonValue[]): JsonValue[] {
    const scanner = this.#scanner;
    const array: JsonValue[] = [];
    this.#enter();
    if (scanner.peek() === "]") {
      scanner.at += 1;
      return array;
    }
    for (;;) {
      this.#steps.push(array.length);
      array.push(this.#readValue(items, before[array.length]));
      this.#steps.pop();
      const next = scanner.peek();
      if (next !== "," && next !== "]") scanner.refuse("after array element");
      scanner.at += 1;
      if (next === "]") return array;
    }
  }

  /** What is kept is less deep than what is skipped, because everything behind walks it by recursion. */
  #enter(): void {
    if (this.#steps.length >= maxJsonDepth) {
      // What is broken behind here is told first, as by a reader that goes on.
      const start = this.#scanner.at;
      this.#scanner.skipValue(this.#steps.length);
      this.#scanner.at = start;
      this.#scanner.refuse("exceeded max depth");
    }
    this.#scanner.at += 1;
  }

  #readString(): string {
    const { text, at: start } = this.#scanner;
    const hasEscapes = this.#scanner.skipString();
    // Decoded natively, the string is a copy: a slice would keep the whole text in memory for as long as it lives.
    const decoded: string = JSON.parse(text.slice(start, this.#scanner.at));
    return hasEscapes ? decoded.toWellFormed() : decoded;
  }

  #readNumber(shape: Shape | undefined): JsonValue {
    const written = this.#scanner.takeNumber();
    const number = Number(written);
    const isInteger = !/[.eE]/.test(written);
    if (this.#isTyped && shape?.type === "scalar" && shape.scalar !== "string" && shape.scalar !== "boolean") {
      if (isInteger && Number.isSafeInteger(number)) return number;
      return isInteger && written.length <= 20 ? BigInt(written) : (new WrittenNumber(written) as unknown as JsonValue);
    }
    if (!isInteger || Number.isSafeInteger(number)) return Number.isFinite(number) ? number : this.#tooLarge(written);
    // 309 digits and more are no double, so that no long text is converted.
    if (!Number.isFinite(number)) return this.#tooLarge(written);
    const exact = BigInt(written);
    return BigInt.asIntN(64, exact) === exact ? exact : number;
  }

  /** Told when all is read, since what is no JSON at all is told first. */
  #tooLarge(written: string): number {
    this.#unreachable ??= written;
    return 0;
  }
}

function fieldShape(shape: Shape & { type: "map" }, key: string): Shape | undefined {
  return (shape.fields && getOwn(shape.fields, key)?.shape) ?? shape.values;
}

/** A number that no double reaches, which Go refuses when it converts it. */
export class UnreachableNumberError extends Error {
  override readonly name = "UnreachableNumberError";

  constructor(written: string) {
    super(`json: cannot unmarshal number ${written.slice(0, 64)} into Go value of type float64`);
  }
}
