/** An error about a whole struct, which the API server prints with Go's names of its fields, in the order in which they are declared. */
import { FieldError, type FieldErrorType, type FieldPath, type JsonObject, type JsonValue } from "@pintle/machinery";
import { printStruct } from "./print-struct.ts";

export class StructError extends FieldError {
  readonly #printed: string;

  constructor(
    type: FieldErrorType,
    path: FieldPath,
    value: JsonValue,
    detail: string,
    printed: string = JSON.stringify(value),
  ) {
    super(type, path, value, detail);
    this.#printed = printed;
  }

  /** An object of the API, printed as the internal struct of that name. */
  static invalidStruct(path: FieldPath, object: JsonObject, detail: string, struct: string): StructError {
    return new StructError("FieldValueInvalid", path, object, detail, printStruct(struct, object));
  }

  /** Where the server has no words for the value itself. */
  static withoutValue(path: FieldPath, detail: string): StructError {
    return new StructError("FieldValueInvalid", path, null, detail, "");
  }

  override get body(): string {
    const [title = ""] = super.body.split(": ", 1);
    if (this.#printed === "") return `${title}: ${this.detail}`;
    return this.detail === "" ? `${title}: ${this.#printed}` : `${title}: ${this.#printed}: ${this.detail}`;
  }

  static unsupported(path: FieldPath, value: JsonValue, supported: readonly string[]): StructError {
    const detail = `supported values: ${supported.map((text) => JSON.stringify(text)).join(", ")}`;
    return new StructError("FieldValueNotSupported", path, value, detail);
  }
}
