/** Compresses long answers for who takes them so. Watches are not: their events must not wait for each other. */
import { compressResponse } from "../../wire/gzip.ts";
import { isLongRunning } from "../long-running.ts";
import type { Filter } from "../server-request.ts";

export const compressAnswer: Filter = (next) => async (request, context) => {
  const response = await next(request, context);
  return isLongRunning(context.info) ? response : compressResponse(response, request.headers["accept-encoding"]);
};
