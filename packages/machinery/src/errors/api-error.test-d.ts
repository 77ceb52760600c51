/** What the compiler knows of an error once `ApiError.is` has looked at it. */
import { ApiError } from "./api-error.ts";
import type { Status } from "./status.ts";

declare const caught: unknown;
declare const answer: ApiError;

// @ts-expect-error anything can be thrown
caught.message;
// @ts-expect-error there may be no answer behind it
ApiError.find(caught).status;

// It may be wrapped, so the answer is behind it and not itself.
if (ApiError.is(caught, "Conflict", "NotFound")) {
  caught.message satisfies string;
  ApiError.find(caught).status satisfies Status;
  // @ts-expect-error an error that wraps the answer has no status
  caught.status;
}

// An error that is known to be an answer stays one, whatever its reason.
if (ApiError.is(answer, "Conflict")) answer.status;
else answer.status;

// @ts-expect-error a reason is misspelt
ApiError.is(caught, "Notfound");
// @ts-expect-error it is asked for at least one
ApiError.is(caught);
