/** Requests written out, to be sent to a server in order. What the real server answers is the corpus. */

import type { Json } from "../conformance/answer.ts";
import type { PatchType } from "../conformance/client.ts";

export interface Step {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * `{ns}` stands for the sequence's namespace, `{rv}` and `{uid}` for the resourceVersion and uid in the latest answer that had them, here and
   * in the body.
   */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly patch?: PatchType;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Repeats the request until the answer's body contains this: for what happens a moment later, such as Established. */
  readonly until?: Json;
  /** Sent for its effect only; the answer is not recorded. */
  readonly silent?: boolean;
}

export interface Sequence {
  /** A sentence or a phrase that says what is shown; unique in its file. */
  readonly name: string;
  readonly steps: readonly Step[];
}
