/** Compresses long answers for who takes them so. Watches are not: their events must not wait for each other. Nor is what others made. */
import { compressResponse } from "../../wire/gzip.ts";
import { isLongRunning } from "../long-running.ts";
import type { Filter } from "../server-request.ts";

export const compressAnswer: Filter = (next) => async (request, context) => {
  const response = await next(request, context);
  const isLeft = response.isVerbatim || isLongRunning(context.info);
  return isLeft ? response : compressResponse(response, request.headers["accept-encoding"]);
};
