/** Calls of the API on behalf of certificates, with errors that say which right is missing. */
import { ApiError, type KindInfo } from "@pintle/machinery";

export interface AskedObject {
  readonly kind: Pick<KindInfo, "group" | "plural">;
  readonly namespace?: string;
  readonly name: string;
}

/** A call that nothing is heard of is tried again rather than waited for. */
export const callTimeoutMs = 30_000;

/** What the API answers, or an error that begins with what was asked for. An `ApiError` is its cause, so that `ApiError.is` still finds it. */
export async function ask<Answer>(verb: string, object: AskedObject, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const { kind, namespace, name } = object;
    const resource = kind.group === "" ? kind.plural : `${kind.plural}.${kind.group}`;
    const subject = `${resource} ${namespace === undefined ? name : `${namespace}/${name}`}`;
    if (ApiError.is(error, "Forbidden")) {
      const remedy = `give the account of this program the verb ${JSON.stringify(verb)} on ${subject}`;
      throw new Error(`${remedy}: ${messageOf(error)}`, { cause: error });
    }
    throw new Error(`cannot ${verb} ${subject}: ${messageOf(error)}`, { cause: error });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
