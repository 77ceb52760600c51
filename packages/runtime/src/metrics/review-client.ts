/**
 * Asks the API server whose a token is and what its owner may do. A server that is not well is asked five times within ten seconds; after
 * that nobody knows, which is an error and never a yes.
 */
import type { CallOptions, Client } from "@pintle/client";
import { TokenReview } from "@pintle/kinds/authentication/v1";
import { SubjectAccessReview } from "@pintle/kinds/authorization/v1";
import { ApiError, createDeadline, jitter, UsageError } from "@pintle/machinery";

export interface ReviewedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export interface ReviewClient {
  /** Nobody where the server does not know the token. */
  authenticate(token: string): Promise<ReviewedUser | undefined>;
  isAllowed(user: ReviewedUser, verb: string, path: string): Promise<boolean>;
}

const reviewMs = 10_000;
const maxTries = 5;
const firstDelayMs = 500;
const delayFactor = 1.5;
const delayJitter = 0.2;

export function createReviewClient(client: Client): ReviewClient {
  return {
    async authenticate(token) {
      const { status } = await review(client, (options) =>
        client.resource(TokenReview).create({ spec: { token } }, options),
      );
      const name = status?.user?.username;
      if (status?.authenticated !== true || !name) return undefined;
      const { uid = "", groups = [], extra = {} } = status.user ?? {};
      return { name, uid, groups, extra };
    },
    async isAllowed({ name, uid, groups, extra }, verb, path) {
      const spec = { user: name, uid, groups, extra, nonResourceAttributes: { path, verb } };
      const { status } = await review(client, (options) =>
        client.resource(SubjectAccessReview).create({ spec }, options),
      );
      return status?.allowed === true && status.denied !== true;
    },
  };
}

async function review<Answer>(
  { clock, random }: Client,
  ask: (options: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  using deadline = createDeadline(clock, reviewMs, { label: "review of a caller", kind: "background", unref: true });
  const { signal } = deadline;
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask({ signal });
    } catch (error) {
      if (tries >= maxTries || signal.aborted || !isPassing(error)) throw error;
    }
    const delayMs = jitter(random, firstDelayMs * delayFactor ** (tries - 1), delayJitter);
    await clock.sleep(delayMs, { label: "another review of a caller", kind: "work", signal });
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof UsageError) return false;
  const answer = ApiError.find(error);
  return answer === undefined || answer.code >= 500 || ApiError.is(answer, "TooManyRequests");
}
