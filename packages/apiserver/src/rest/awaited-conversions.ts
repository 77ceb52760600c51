/**
 * Conversions that somebody has to be asked for, in the middle of work that cannot wait.
 *
 * Who owns which fields is worked out in one go, and may need an object in another version on the way. What is not there yet is noted and the
 * work given up; it is done again from the start when the answer is there. Each round knows more than the one before.
 */
import { type JsonObject, writeJson } from "@pintle/machinery";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { ConvertObjects } from "../registry/served-resource.ts";

/** For each of its versions an object is converted at most twice in one piece of work, and definitions have few versions. */
const maxRounds = 100;

export class AwaitedConversions {
  readonly #convert: ConvertObjects;
  readonly #known = new Map<string, JsonObject>();
  readonly #wanted = new Map<string, { readonly object: JsonObject; readonly apiVersion: string }>();

  constructor(convert: ConvertObjects) {
    this.#convert = convert;
  }

  /** The object in the version, if it has been asked for before; else an error, which nobody needs to see. */
  convert(object: JsonObject, apiVersion: string): JsonObject {
    const key = `${apiVersion} ${writeJson(object)}`;
    const known = this.#known.get(key);
    if (known) return known;
    this.#wanted.set(key, { object, apiVersion });
    throw new Error("the conversion has to be waited for");
  }

  /** Whether something was asked for that is not there yet, so that what comes of this round does not count. */
  get isWaiting(): boolean {
    return this.#wanted.size > 0;
  }

  async run<Result>(work: () => Result): Promise<Result> {
    for (let round = 1; ; round += 1) {
      this.#wanted.clear();
      const outcome = attempt(work);
      if (!this.isWaiting || round === maxRounds) {
        if ("error" in outcome) throw outcome.error;
        return outcome.result;
      }
      for (const [key, { object, apiVersion }] of [...this.#wanted]) {
        const [converted] = await this.#convert([object], apiVersion);
        if (converted) this.#known.set(key, converted);
      }
    }
  }
}

function attempt<Result>(work: () => Result): { readonly result: Result } | { readonly error: unknown } {
  try {
    return { result: work() };
  } catch (error) {
    return { error };
  }
}

/** Nothing where versions are converted without asking. */
export function awaitedConversionsOf({ resource }: ResourceEndpoint): { readonly conversions?: AwaitedConversions } {
  return resource.convert ? { conversions: new AwaitedConversions(resource.convert) } : {};
}

/** Does the work, as often as it takes to have all conversions that it asks for. */
export async function awaiting<Result>(
  { conversions }: { readonly conversions?: AwaitedConversions },
  work: () => Result,
): Promise<Result> {
  return conversions ? conversions.run(work) : work();
}
