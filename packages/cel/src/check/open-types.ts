/** Types by name where not all of them can be listed: a name that nobody declared is asked for when an expression uses it. */
import type { CelType } from "./cel-type.ts";

/** Knows a type by its name alone, always as the same type. */
export type FindType = (name: string) => CelType | undefined;

export class OpenTypes extends Map<string, CelType> {
  readonly #find: FindType;

  constructor(declared: Iterable<readonly [string, CelType]>, find: FindType) {
    super(declared);
    this.#find = find;
  }

  override get(name: string): CelType | undefined {
    return super.get(name) ?? this.#find(name);
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}
