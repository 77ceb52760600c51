/**
 * Says no to what takes memory while there is little, to everybody: a server that has none left is of no use to its administrators either.
 *
 * A full server goes on to be read and to be emptied. What makes it larger waits, and so do bodies that are too large to be worked on
 * together.
 */
import { ApiError } from "@pintle/machinery";
import { maxBodyBytes } from "../../wire/read-body.ts";
import { isLongRunning } from "../long-running.ts";
import type { MemoryGuard, MemoryShortage } from "../memory/memory-guard.ts";
import type { RequestInfo } from "../request-info.ts";
import type { Filter, ServerRequest } from "../server-request.ts";

const bodilyMethods: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);
/** Reviews are answered and not kept. */
const reviewGroups: ReadonlySet<string> = new Set(["authentication.k8s.io", "authorization.k8s.io"]);
/** Enough to take a finalizer away, on which a deletion may wait. */
const smallBodyBytes = 16 << 10;
/** As many as kubectl and client-go ask for at once. */
const usualPage = 500;

export function limitMemory(guard: MemoryGuard): Filter {
  return (next) => async (request, context) => {
    if (isLongRunning(context.info)) return next(request, context);
    const bytes = bodyBytesOf(request);
    if (!guard.admit(bytes)) {
      throw ApiError.tooManyRequests("Too many requests, the server has as many large bodies as it can hold", 1);
    }
    try {
      const { shortage } = guard;
      if (shortage !== "none" && isTooMuch(shortage, context.info, bytes, request.query)) {
        throw ApiError.tooManyRequests(
          "Too many requests, the server is short of memory: delete what is not needed, or start it with more",
          5,
        );
      }
      return await next(request, context);
    } finally {
      guard.release(bytes);
    }
  };
}

/** As it says itself, or as many as it may have. In process, who asks has the body in memory already. */
function bodyBytesOf({ method, headers, target }: ServerRequest): number {
  if (!bodilyMethods.has(method) || target === undefined) return 0;
  const length = headers["content-length"];
  return length === undefined ? maxBodyBytes : Math.min(Number(length) || 0, maxBodyBytes);
}

function isTooMuch(
  shortage: MemoryShortage,
  { verb, group, subresource }: RequestInfo,
  bytes: number,
  query: URLSearchParams,
): boolean {
  if (verb === "create") return shortage === "exhausted" || !(subresource !== "" || reviewGroups.has(group));
  if (verb === "update" || verb === "patch") return shortage === "exhausted" || bytes > smallBodyBytes;
  if (verb !== "list" || shortage !== "exhausted") return false;
  const limit = Number(query.get("limit") ?? 0);
  return !(limit > 0 && limit <= usualPage);
}
