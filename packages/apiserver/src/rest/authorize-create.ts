/** An update or apply of an object that is not there creates it, and takes the right to create as well. */
import { forbiddenError } from "../pipeline/authorizer.ts";
import type { RestCall } from "./rest-server.ts";

export async function authorizeCreate({ context, server }: RestCall): Promise<void> {
  if (!server.authorizer) return;
  const question = { user: context.user, request: { ...context.info, verb: "create" } };
  const { decision, reason } = await server.authorizer(question);
  if (decision !== "allow") throw forbiddenError(question, reason);
}
