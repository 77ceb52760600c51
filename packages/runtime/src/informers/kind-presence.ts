/**
 * Whether a server has a kind at all. An answer of 404 alone does not say so: a proxy may have given it, and to believe it would empty the
 * copy. So the server is asked for all its kinds, and believed when it has others.
 */
import type { Client, KindReference } from "@pintle/client";

/** False also where nobody can tell. */
export async function isKindMissing(
  client: Client,
  { apiVersion, kind }: Pick<KindReference, "apiVersion" | "kind">,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const kinds = await client.discovery.kinds({ signal, timeoutMs: 30_000 });
    return kinds.length > 0 && !kinds.some((found) => found.apiVersion === apiVersion && found.kind === kind);
  } catch {
    return false;
  }
}
