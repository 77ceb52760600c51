/**
 * Writes the status of an object, and nothing where it is so already.
 *
 * A write is bound to the state that it was worked out from: conditions are one list, and whoever wrote another one meanwhile must not lose
 * it. Where somebody came first it is worked out once more, unless the object is of another generation by then: what is to be said of that,
 * the run knows that comes next.
 */
import { ignoreNotFound } from "@pintle/client";
import {
  ApiError,
  applyMergePatch,
  createMergePatch,
  equalJson,
  type JsonObject,
  type JsonValue,
  objectKeyOf,
} from "@pintle/machinery";
import { ContestedWriteError } from "@pintle/runtime";
import type { AnyObject } from "./children.ts";
import { ContestedError } from "./failure-report.ts";
import { type NextStatus, statusOf } from "./next-status.ts";
import { type AnyObjects, managerOf, type OperatorRun, objectsOf } from "./operator-run.ts";

const maxTries = 5;

/** Nothing where the object is gone, or is not any more what the status speaks of. */
export async function writeStatus(
  run: OperatorRun,
  statusFor: (object: AnyObject) => NextStatus,
): Promise<AnyObject | undefined> {
  const { ctx, operator } = run;
  const { name, ...place } = objectKeyOf(run.object);
  const objects = objectsOf(ctx.client, operator.resource, place) as AnyObjects & StatusPart;
  for (let tries = 1; ; tries += 1) {
    const current = statusOf(run.object);
    const status = createMergePatch(current, statusFor(run.object) as JsonValue) as JsonObject;
    if (isIdle(status, current)) return run.object;
    const { resourceVersion } = run.object.metadata;
    try {
      run.object = await objects.status.patch(
        name,
        { merge: { metadata: { resourceVersion }, status } },
        managerOf(run),
      );
      return run.object;
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return undefined;
      if (error instanceof ContestedWriteError) throw contested(error);
      if (!ApiError.is(error, "Conflict") || tries === maxTries) throw error;
    }
    const live = await ignoreNotFound(objects.get(name));
    if (live === undefined || !isSameMatter(live, run.object)) return undefined;
    run.object = live;
  }
}

/** A null takes a key away. Where there is none it changes nothing, and nothing is what a server would make of it. */
function isIdle(patch: JsonObject, current: JsonObject): boolean {
  return Object.keys(patch).length === 0 || equalJson(applyMergePatch(current, patch), current);
}

/** In words that are the same each time. */
function contested(cause: ContestedWriteError): ContestedError {
  const remedy = "let nobody else report what the operator reports";
  return new ContestedError(`somebody else keeps changing the status back: ${remedy}`, { cause });
}

interface StatusPart {
  readonly status: { patch(name: string, patch: { readonly merge: object }, options: object): Promise<AnyObject> };
}

function isSameMatter({ metadata: live }: AnyObject, { metadata: read }: AnyObject): boolean {
  return (
    live.uid === read.uid &&
    live.generation === read.generation &&
    (live.deletionTimestamp === undefined) === (read.deletionTimestamp === undefined)
  );
}
