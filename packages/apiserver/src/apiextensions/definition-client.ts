/** The server's own writes to definitions, as requests to itself: every write has all that a write brings with it. */
import { Buffer } from "node:buffer";
import {
  ApiError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  type Status,
  type Transport,
  writeJson,
} from "@pintle/machinery";
import type { Definition } from "./definition.ts";

export interface DefinitionClient {
  /** Merges into the status view, if the definition is still the one that was read; else there is no answer. */
  patchStatus(definition: Definition, patch: { readonly [key: string]: JsonValue }): Promise<JsonObject | undefined>;
}

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

export function createDefinitionClient(transport: Transport): DefinitionClient {
  return {
    async patchStatus({ metadata }, patch) {
      const { uid = null, resourceVersion = null } = metadata;
      const own = isJsonObject(patch.metadata) ? patch.metadata : {};
      const body: JsonObject = { ...patch, metadata: { ...own, uid, resourceVersion } };
      const response = await transport.request({
        method: "PATCH",
        path: `${collection}/${metadata.name}/status`,
        headers: { "content-type": "application/merge-patch+json", "user-agent": "kube-apiserver" },
        body: Buffer.from(writeJson(body)),
      });
      const pieces: Uint8Array[] = [];
      for await (const piece of response.body) pieces.push(piece);
      // Deleted or changed meanwhile: whoever did that brings us back here.
      if (response.status === 404 || response.status === 409) return undefined;
      const { value } = readJson(Buffer.concat(pieces));
      if (response.status < 400 && isJsonObject(value)) return value;
      throw new ApiError(value as unknown as Status);
    },
  };
}
