/** The headers that a configuration adds to requests: who asks, for whom, and with which program. What a request brings itself stays. */
import type { TransportHeaders } from "@pintle/machinery";
import type { ClientConfig, Credentials, Impersonation } from "../config/client-config.ts";
import { defaultUserAgent } from "../request/user-agent.ts";

/** Works out what stays the same, and returns how it is added. */
export function createHeaderWriter({ userAgent, impersonate }: ClientConfig) {
  const constant = { "user-agent": userAgent ?? defaultUserAgent() };
  const acting = impersonate && impersonationHeaders(impersonate);
  return (own: TransportHeaders = {}, { authorization }: Credentials = {}): TransportHeaders => ({
    ...constant,
    ...(authorization !== undefined && { authorization }),
    // To act for one user in the groups of another is never meant.
    ...(own["impersonate-user"] === undefined && acting),
    ...own,
  });
}

function impersonationHeaders({ user, uid, groups = [], extra = {} }: Impersonation): TransportHeaders {
  const headers: Record<string, string | readonly string[]> = { "impersonate-user": user };
  if (uid !== undefined) headers["impersonate-uid"] = uid;
  if (groups.length > 0) headers["impersonate-group"] = groups;
  for (const [key, values] of Object.entries(extra)) {
    headers[`impersonate-extra-${escapeHeaderKey(key)}`] = values;
  }
  return headers;
}

/** What may not stand in a header's name is percent-encoded, and so is the percent sign. The server folds the case of the rest. */
function escapeHeaderKey(key: string): string {
  return Array.from(Buffer.from(key.toLowerCase()), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9!#$&'*+.^_`|~-]/.test(character)
      ? character
      : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  }).join("");
}
