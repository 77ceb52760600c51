/** Where a request came from, as far as it says so itself, and last the address that it cannot make up. */
import { isIP } from "node:net";
import type { ServerRequest } from "../pipeline/server-request.ts";

export function sourceAddresses({ headers, peer }: ServerRequest): string[] {
  const forwarded = (headers["x-forwarded-for"] ?? "").split(",").map((part) => part.trim());
  const addresses = forwarded.filter((address) => isIP(address) !== 0);
  const real = headers["x-real-ip"] ?? "";
  if (isIP(real) !== 0 && !addresses.includes(real)) addresses.push(real);
  const remote = (peer.address ?? "").replace(/:[0-9]+$/, "").replace(/^\[|\]$|^::ffff:(?=[0-9.]+$)/g, "");
  if (isIP(remote) !== 0 && addresses.at(-1) !== remote) addresses.push(remote);
  return addresses;
}
