/**
 * Lets callers through who have a token that the API server knows and who may do to this path what they ask for: `get` on the
 * non-resource URL `/metrics`, as a ClusterRole grants it. This process needs `create` on TokenReviews and SubjectAccessReviews for it, the
 * role `system:auth-delegator`.
 *
 * Without a token: 401. A token that nobody knows: 401. Not allowed: 403. The API server cannot be asked: 500.
 */
import { hash } from "node:crypto";
import type { Client } from "@pintle/client";
import { type Logger, RememberedAnswers } from "@pintle/machinery";
import { type HttpAnswer, HttpError, type HttpHandler, type HttpRequest } from "../http/http-message.ts";
import { createReviewClient, type ReviewedUser } from "./review-client.ts";

export interface AccessFilterOptions {
  readonly client: Client;
  readonly logger: Logger;
}

/** What stands before a handler and may answer in its place. */
export type HttpFilter = (handle: HttpHandler) => HttpHandler;

const tokenMs = 60_000;
const allowedMs = 5 * 60_000;
const refusedMs = 30_000;
/** Of either sort: more callers than a process has, and little memory if it has. */
const maxAnswers = 1_000;

export function createAccessFilter({ client, logger }: AccessFilterOptions): HttpFilter {
  const { clock } = client;
  const reviews = createReviewClient(client);
  const users = new RememberedAnswers<ReviewedUser | undefined>({ clock, lifetimeMs: () => tokenMs, maxAnswers });
  const lifetimeMs = (isAllowed: boolean) => (isAllowed ? allowedMs : refusedMs);
  const rights = new RememberedAnswers<boolean>({ clock, lifetimeMs, maxAnswers });

  async function whoAsks(token: string): Promise<ReviewedUser | undefined> {
    try {
      return await users.get(keyOf(token), () => reviews.authenticate(token));
    } catch (error) {
      logger.error("who asks for metrics could not be found out", { error });
      throw new HttpError(500, "Authentication failed");
    }
  }

  async function mayThey(user: ReviewedUser, { method, path }: HttpRequest): Promise<boolean> {
    const verb = method.toLowerCase();
    const { name, uid, groups, extra } = user;
    const question = JSON.stringify([name, uid, groups, extra, verb, path]);
    try {
      return await rights.get(keyOf(question), () => reviews.isAllowed(user, verb, path));
    } catch (error) {
      logger.error("whether metrics may be read could not be found out", { error, user: name });
      throw new HttpError(500, `Authorization for user ${name} failed`);
    }
  }

  return (handle) =>
    async (request): Promise<HttpAnswer> => {
      const token = bearerToken(request.headers.authorization);
      const user = token === undefined ? undefined : await whoAsks(token);
      if (user === undefined) throw new HttpError(401, "Unauthorized", { "www-authenticate": "Bearer" });
      if (!(await mayThey(user, request))) {
        logger.debug("metrics may not be read", { user: user.name, path: request.path });
        throw new HttpError(403, `Authorization denied for user ${user.name}`);
      }
      return handle(request);
    };
}

/** Tokens are not kept, nor paths that are as long as a caller likes: only what does not lead back to them. */
function keyOf(question: string): string {
  return hash("sha256", question, "base64");
}

function bearerToken(authorization: string | undefined): string | undefined {
  const [, token] = /^bearer +([^\s,]+)$/i.exec(authorization?.trim() ?? "") ?? [];
  return token;
}
