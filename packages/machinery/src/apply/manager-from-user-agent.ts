/** The name under which a client that gives no `fieldManager` is recorded, made from its User-Agent as Kubernetes does. */
import { Buffer } from "node:buffer";

const maxManagerBytes = 128;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** What stands before the first slash, without what does not print, and no more of it than fits: `kubectl/v1.36.0` is `kubectl`. */
export function managerFromUserAgent(userAgent: string): string {
  const [product = ""] = userAgent.split("/", 1);
  let manager = "";
  let bytes = 0;
  for (const character of product.toWellFormed()) {
    if (unprintable.test(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > maxManagerBytes) break;
    manager += character;
  }
  return manager;
}
