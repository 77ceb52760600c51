/** A number in a field of a built-in kind as it was written: `1.0` is no integer to Go, and a quantity of `1e3` is not one of `1000`. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
