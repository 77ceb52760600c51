/**
 * Where in an object the reader stands, and what it met there that has the wrong type. As in Go, a value of another type is remembered
 * and reading goes on, so that the first is told; a text that cannot be read (a time, a quantity) ends it at once.
 */
import type { JsonValue } from "@pintle/machinery";
import { jsonTypeWord } from "../json/json-type-word.ts";
import { WrittenNumber } from "../json/written-number.ts";

/** Why a value is none of its type, as Go says it. */
export class GoTypeError extends Error {
  override readonly name = "GoTypeError";
}

export class TypeErrors {
  /** The innermost struct, in which the last of the path is a field. */
  struct = "";
  path: string[] = [];
  #first: string | undefined;

  /** Remembers that the value is of another type, and stands in for it. */
  mismatch(value: JsonValue, goType: string): undefined {
    this.#first ??= this.#describe(jsonTypeWord(value), goType);
    return undefined;
  }

  /** Remembers that the number is none that the type can hold. */
  overflow(number: JsonValue, goType: string): undefined {
    this.#first ??= this.#describe(`number ${writtenForm(number)}`, goType);
    return undefined;
  }

  /** Ends the reading because of a value of another type: one that the type's own reader found. */
  refuseMismatch(value: JsonValue, goType: string): never {
    throw new GoTypeError(this.#describe(jsonTypeWord(value), goType));
  }

  refuseOverflow(number: JsonValue, goType: string): never {
    throw new GoTypeError(this.#describe(`number ${writtenForm(number)}`, goType));
  }

  refuse(message: string): never {
    throw new GoTypeError(message);
  }

  /** Reads what has a reader of its own: paths begin anew, and an error inside ends the reading. */
  apart<Value>(read: () => Value): Value {
    const { struct, path } = this;
    const before = this.#first;
    this.struct = "";
    this.path = [];
    this.#first = undefined;
    const value = read();
    if (this.#first !== undefined) throw new GoTypeError(this.#first);
    this.struct = struct;
    this.path = path;
    this.#first = before;
    return value;
  }

  throwFirst(): void {
    if (this.#first !== undefined) throw new GoTypeError(this.#first);
  }

  #describe(what: string, goType: string): string {
    if (this.path.length === 0) return `json: cannot unmarshal ${what} into Go value of type ${goType}`;
    return `json: cannot unmarshal ${what} into Go struct field ${this.struct}.${this.path.join(".")} of type ${goType}`;
  }
}

function writtenForm(number: JsonValue): string {
  return number instanceof WrittenNumber ? number.text : String(number);
}
