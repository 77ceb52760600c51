/** Asks with the credentials of now and, if the server refuses those and there are others, once more with them. */
import { type TransportRequest, untilAborted } from "@pintle/machinery";
import type { CredentialSource, Credentials } from "../config/client-config.ts";
import { areSameCredentials } from "../config/hidden-credentials.ts";

export interface CredentialsUse<Answer extends { readonly status: number }> {
  readonly source: CredentialSource | undefined;
  readonly request: Pick<TransportRequest, "headers" | "body" | "signal">;
  readonly ask: (credentials: Credentials) => Promise<Answer>;
  /** Lets go of an answer that is not given to anybody. */
  readonly giveUp: (answer: Answer) => Promise<unknown>;
}

export async function withCredentials<Answer extends { readonly status: number }>(
  use: CredentialsUse<Answer>,
): Promise<Answer> {
  const { source, request, ask, giveUp } = use;
  const { headers, body, signal } = request;
  signal?.throwIfAborted();
  if (source === undefined) return await ask({});
  const credentials = await untilAborted(source.get(signal), signal);
  const answer = await ask(credentials);
  // A request that brought its own is none of the source's business.
  if (answer.status !== 401 || headers?.authorization !== undefined) return answer;
  source.refuse(credentials);
  const isRepeatable = body === undefined || body instanceof Uint8Array;
  if (!isRepeatable) return answer;
  const others = await untilAborted(source.get(signal), signal);
  if (areSameCredentials(others, credentials)) return answer;
  await giveUp(answer);
  return await ask(others);
}
