/**
 * Steps through a JSON text and refuses what breaks the rules in the words of Go's decoder, which clients of Kubernetes see and search
 * for. It knows where strings, numbers and words end; what they mean is for who calls.
 */
import { Buffer } from "node:buffer";
import { quoteGo } from "@pintle/machinery";

/** Why a text is no JSON, as Go says it. */
export class GoJsonError extends Error {
  override readonly name = "GoJsonError";
}

/** Go's decoders refuse what is nested deeper. */
export const maxGoJsonDepth = 10_000;

export class JsonScanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is no space, or an empty text at the end. */
  peek(): string {
    const { text } = this;
    for (let unit = text.charCodeAt(this.at); unit <= 0x20; unit = text.charCodeAt(this.at)) {
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
      this.at += 1;
    }
    return text.charAt(this.at);
  }

  /** Steps over a string, and tells whether there are escapes in it. */
  skipString(): boolean {
    const { text } = this;
    let hasEscapes = false;
    this.at += 1;
    for (;;) {
      const unit = text.charCodeAt(this.at);
      if (unit === 0x22) break;
      if (!(unit >= 0x20)) this.refuse("in string literal");
      this.at += 1;
      if (unit !== 0x5c) continue;
      hasEscapes = true;
      this.#skipEscape();
    }
    this.at += 1;
    return hasEscapes;
  }

  #skipEscape(): void {
    const escaped = this.text.charAt(this.at);
    if (escaped === "" || !'"\\/bfnrtu'.includes(escaped)) this.refuse("in string escape code");
    this.at += 1;
    if (escaped !== "u") return;
    for (let digits = 0; digits < 4; digits += 1) {
      if (!/[\da-fA-F]/.test(this.text.charAt(this.at))) this.refuse("in \\u hexadecimal character escape");
      this.at += 1;
    }
  }

  /** Steps over a number and gives it as it is written. */
  takeNumber(): string {
    const start = this.at;
    if (this.text.charAt(this.at) === "-") this.at += 1;
    if (this.text.charAt(this.at) === "0") this.at += 1;
    else this.#takeDigits("in numeric literal");
    if (this.text.charAt(this.at) === ".") {
      this.at += 1;
      this.#takeDigits("after decimal point in numeric literal");
    }
    if (/[eE]/.test(this.text.charAt(this.at))) {
      this.at += 1;
      if (/[+-]/.test(this.text.charAt(this.at))) this.at += 1;
      this.#takeDigits("in exponent of numeric literal");
    }
    return this.text.slice(start, this.at);
  }

  #takeDigits(where: string): void {
    const start = this.at;
    for (let unit = this.text.charCodeAt(this.at); unit >= 0x30 && unit <= 0x39; ) {
      this.at += 1;
      unit = this.text.charCodeAt(this.at);
    }
    if (this.at === start) this.refuse(where);
  }

  /** Steps over `true`, `false` or `null`. */
  takeWord(): "true" | "false" | "null" {
    const first = this.text.charAt(this.at);
    const word = first === "t" ? "true" : first === "f" ? "false" : first === "n" ? "null" : undefined;
    if (word === undefined) return this.refuse("looking for beginning of value");
    for (const letter of word) {
      if (this.text.charAt(this.at) !== letter) this.refuse(`in literal ${word} (expecting '${letter}')`);
      this.at += 1;
    }
    return word;
  }

  /** Steps over whole values without recursion, so that no depth is too much. `depth` is that of the value. */
  skipValue(depth: number): void {
    const open: ("{" | "[")[] = [];
    do {
      const first = this.peek();
      if (first === "{" || first === "[") {
        if (depth + open.length >= maxGoJsonDepth) this.refuse("exceeded max depth");
        this.at += 1;
        if (this.peek() !== (first === "{" ? "}" : "]")) {
          open.push(first);
          if (first === "{") this.skipKey();
          continue;
        }
        this.at += 1;
      } else this.skipScalar(first);
      this.#close(open);
    } while (open.length > 0);
  }

  /** Steps over what ends behind a value: closing brackets, or the comma and key before the next value. */
  #close(open: ("{" | "[")[]): void {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const next = this.peek();
      if (next === ",") {
        this.at += 1;
        if (last === "{") this.skipKey();
        return;
      }
      if (next !== (last === "{" ? "}" : "]")) {
        this.refuse(last === "{" ? "after object key:value pair" : "after array element");
      }
      this.at += 1;
      open.pop();
    }
  }

  skipScalar(first: string): void {
    if (first === '"') this.skipString();
    else if (first === "-" || (first >= "0" && first <= "9")) this.takeNumber();
    else this.takeWord();
  }

  /** Steps over a key and its colon. */
  skipKey(): void {
    if (this.peek() !== '"') this.refuse("looking for beginning of object key string");
    this.skipString();
    this.skipColon();
  }

  skipColon(): void {
    if (this.peek() !== ":") this.refuse("after object key");
    this.at += 1;
  }

  refuse(where: string): never {
    if (this.at >= this.text.length) {
      // At the end Go looks whether a space would do, which it does not inside of words, numbers and escapes.
      const isInside = /numeric literal|escape|expecting/.test(where);
      throw new GoJsonError(isInside ? `invalid character ' ' ${where}` : "unexpected end of JSON input");
    }
    throw new GoJsonError(`invalid character ${this.#quoteCharacter()} ${where}`);
  }

  /** Go looks at bytes, and shows the first of a character as if it were one itself. */
  #quoteCharacter(): string {
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    const byte = String.fromCharCode(Buffer.from(character)[0] ?? 0);
    if (byte === "'") return "'\\''";
    return byte === '"' ? "'\"'" : `'${quoteGo(byte).slice(1, -1)}'`;
  }
}
