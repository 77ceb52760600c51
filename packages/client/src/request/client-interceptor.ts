/** Looks at what a client sends and at what its writes are answered with, and may end or refuse requests: see `Client.intercept`. */
import type { ApiRequest } from "./api-request.ts";

export interface ClientInterceptor {
  /** Ends every request, watch and stream of this view. It is asked for when there is one. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Is called before each try of each request, also before those that repeat one, and once more where a connection or credentials had to be
   * waited for; what it throws is the result of the request, which is then not sent. Streams into pods come with the method CONNECT, the name that admission has for them: they change as much as a POST. What
   * discovery asks belongs to all views of a client, and comes before none.
   */
  beforeSend?(request: ApiRequest): void;
  /**
   * Is called with what a write has been answered with, before its caller gets it: with a create, update, patch, apply or delete of one
   * object that has taken effect. Dry runs, collections and `raw` are left out. The answer is the caller's own: who keeps it has to copy it.
   */
  afterWrite?(write: CompletedWrite): void;
}

/** A write of one object that the server has carried out. */
export interface CompletedWrite {
  readonly verb: "create" | "update" | "patch" | "apply" | "delete";
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  /** Also where the server made it. */
  readonly name: string;
  /** Of the request, percent-encoded: that of a create is the collection's. */
  readonly path: string;
  /** What was sent. */
  readonly body: ApiRequest["body"];
  /** The uid that a delete was bound to by its preconditions. */
  readonly uid?: string | undefined;
  /** The object as it is now; for a delete also a Status, and for a subresource an object of another kind. */
  readonly answer: object;
}

/** Both, the outer one first. */
export function joinInterceptors(outer: ClientInterceptor | undefined, inner: ClientInterceptor): ClientInterceptor {
  if (outer === undefined) return inner;
  let signal: AbortSignal | undefined;
  return {
    // Asked for with the first request: some make their signal only then.
    get signal() {
      signal ??= joinSignals(outer.signal, inner.signal);
      return signal;
    },
    beforeSend(request) {
      outer.beforeSend?.(request);
      inner.beforeSend?.(request);
    },
    afterWrite(write) {
      outer.afterWrite?.(write);
      inner.afterWrite?.(write);
    },
  };
}

/** Aborted with the first of the two. One alone is passed on as it is: most calls have no signal of their own. */
export function joinSignals(first: AbortSignal | undefined, second: AbortSignal | undefined): AbortSignal | undefined {
  if (first === undefined || first === second) return second;
  return second === undefined ? first : AbortSignal.any([first, second]);
}
