/** Subresources that are not a view of their object but do something with it. */
import type { OwnSubresource } from "@pintle/apiserver";
import type { BuiltInOptions } from "../built-in-options.ts";
import { createNodeProxy, createServiceProxy } from "./connections.ts";
import { createPodSubresources } from "./pod-subresources.ts";
import { createTokenSubresource } from "./token-subresource.ts";

/** By `plural.group`, then by name. */
export function createOwnSubresources(
  options: BuiltInOptions,
): ReadonlyMap<string, Readonly<Record<string, OwnSubresource>>> {
  return new Map([
    ["pods", createPodSubresources(options)],
    ["services", { proxy: createServiceProxy(options) }],
    ["nodes", { proxy: createNodeProxy(options) }],
    ["serviceaccounts", { token: createTokenSubresource(options) }],
  ]);
}
