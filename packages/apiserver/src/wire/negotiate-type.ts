/** For what comes in a few types and is never transformed: documents, versions, health. */
import { parseAccept } from "./accept-clauses.ts";

/** The first of the types that is accepted, the best first; the first of all where nothing is said; `undefined` where none is. */
export function negotiateType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (!accept) return offered[0];
  for (const { type, subtype } of parseAccept(accept)) {
    const found = offered.find((name) => {
      const [major, minor] = name.split("/");
      return (type === "*" && subtype === "*") || (type === major && (subtype === "*" || subtype === minor));
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
