/**
 * Where in an object a value stands, written as Kubernetes writes it: `spec.containers[0].name`, `metadata.labels[a/b]`.
 *
 * A path is immutable: `child`, `index` and `key` give a new one, so that a walk can hand its path down and keep it.
 */
export class FieldPath {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** A field, or a field of a field: `path.child("selector", "matchLabels")`. */
  child(...names: readonly string[]): FieldPath {
    let text = this.#text;
    for (const name of names) {
      if (name === "") text += "[]";
      else text += text === "" ? name : `.${name}`;
    }
    return new FieldPath(text);
  }

  /** An item of a list. */
  index(index: number): FieldPath {
    return new FieldPath(`${this.#text}[${index}]`);
  }

  /** The value under a key of a map: such keys hold dots and slashes, so they stand in brackets. */
  key(key: string): FieldPath {
    return new FieldPath(`${this.#text}[${key}]`);
  }

  /** The path as text; that of the object itself is `<nil>`, the word that users know from the API server. */
  toString(): string {
    return this.#text === "" ? "<nil>" : this.#text;
  }

  toJSON(): string {
    return this.toString();
  }
}

/** A path from the root of an object; without names it is the object itself. */
export function fieldPath(...names: readonly string[]): FieldPath {
  return new FieldPath("").child(...names);
}
