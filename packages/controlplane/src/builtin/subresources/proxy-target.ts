/** Whom a proxy leads to: `name`, `name:port` or `scheme:name:port`. */
import { ApiError } from "@pintle/machinery";

export interface ProxyTarget {
  readonly name: string;
  /** A number or the name of a port; empty where none is said. */
  readonly port: string;
}

/** Throws a BadRequest. */
export function parseProxyTarget(kind: "pod" | "service" | "node", id: string): ProxyTarget {
  const parts = id.split(":");
  const [scheme, name = "", port = ""] = parts.length === 3 ? parts : ["", ...parts];
  const isKnown = parts.length < 3 || scheme === "http" || scheme === "https" || scheme === "";
  if (parts.length > 3 || !isKnown || name === "") throw ApiError.badRequest(`invalid ${kind} request "${id}"`);
  return { name, port };
}
