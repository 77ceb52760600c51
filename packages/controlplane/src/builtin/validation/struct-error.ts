/** An error about a whole struct, which the API server prints with Go's names of its fields, in the order in which they are declared. */
import { FieldError, type FieldErrorType, type FieldPath, type JsonValue } from "@pintle/machinery";

export class StructError extends FieldError {
  readonly #printed: string;

  constructor(type: FieldErrorType, path: FieldPath, value: JsonValue, detail: string) {
    super(type, path, value, detail);
    this.#printed = JSON.stringify(value);
  }

  override get body(): string {
    const [title = ""] = super.body.split(": ", 1);
    return this.detail === "" ? `${title}: ${this.#printed}` : `${title}: ${this.#printed}: ${this.detail}`;
  }

  static unsupported(path: FieldPath, value: JsonValue, supported: readonly string[]): StructError {
    const detail = `supported values: ${supported.map((text) => JSON.stringify(text)).join(", ")}`;
    return new StructError("FieldValueNotSupported", path, value, detail);
  }
}
