/**
 * The way through a zod schema: collects what is refused, and ends in bounded time whatever the schema refers to.
 *
 * Schemas can contain themselves (`z.lazy`, getters), make new ones for ever, and share parts so that a few lines unfold to
 * millions. The way ends with one problem at the first of: a schema inside itself, too deep, too many.
 */
import type { z } from "zod";
import type { SchemaProblem } from "./unsupported-schema-error.ts";

/** Wrappers such as `.optional()` count as well: this is room for some fifty objects inside each other. */
const maxDepth = 200;
/** More than anybody declares by hand, and walked within a moment. */
const maxSchemas = 20_000;
const maxShownPath = 120;

export class SchemaWalk {
  readonly problems: SchemaProblem[] = [];
  readonly #open = new Set<z.core.$ZodType>();
  #count = 0;

  refuse(path: string, reason: string, remedy: string): void {
    const shown = path.length > maxShownPath ? `${path.slice(0, maxShownPath)}…` : path;
    this.problems.push({ path: shown, reason, remedy });
  }

  /** What `read` makes of the schema, or nothing where the way ends. */
  within<Result>(schema: z.core.$ZodType, path: string, read: () => Result): Result | undefined {
    if (this.#count > maxSchemas) return undefined;
    this.#count += 1;
    const obstacle = this.#obstacle(schema);
    if (obstacle !== undefined) {
      this.refuse(path, obstacle, "write out the levels that are needed, or end them with k8s.preserveUnknown()");
      return undefined;
    }
    this.#open.add(schema);
    const result = read();
    this.#open.delete(schema);
    return result;
  }

  #obstacle(schema: z.core.$ZodType): string | undefined {
    if (this.#open.has(schema)) return "the schema contains itself, and a structural schema cannot be recursive";
    if (this.#open.size < maxDepth) {
      return this.#count > maxSchemas ? `the schema has more than ${maxSchemas} parts` : undefined;
    }
    // Whoever makes new schemas at every level often makes several: the first one is enough to tell.
    this.#count = maxSchemas + 1;
    return `the schema nests deeper than ${maxDepth} levels, and a structural schema cannot be recursive`;
  }
}
