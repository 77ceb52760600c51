/**
 * Where OpenAPI documents come from: recorded ones for built-in kinds, published ones for custom resources.
 *
 * Documents of version 3 are named as their paths are: `api/v1`, `apis/apps/v1`, `version`.
 */
import { hashOpenApi } from "@pintle/schema/openapi";

export interface OpenApiSource {
  /** By name, the hash of each document of version 3; it may change while the server runs. */
  hashes(): ReadonlyMap<string, string>;
  /** A document as JSON. */
  document(name: string): Promise<Uint8Array | undefined>;
  /** Everything in one document of version 2, as JSON. */
  wholeV2(): Promise<{ readonly document: Uint8Array; readonly hash: string }>;
}

const emptyV2 = new TextEncoder().encode(
  '{"swagger":"2.0","info":{"title":"Kubernetes","version":"unversioned"},"paths":{}}',
);

/** Of a server that has no documents but those that others add. */
export const emptyOpenApi: OpenApiSource = {
  hashes: () => new Map(),
  document: async () => undefined,
  wholeV2: async () => ({ document: emptyV2, hash: hashOpenApi(emptyV2) }),
};
