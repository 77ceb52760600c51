/** All APIServices that are stored, kept up to date by a watch of the storage. */
import { type Clock, equalJson } from "@pintle/machinery";
import { decodeStored } from "../registry/stored-object.ts";
import { type FollowedChange, followPrefix } from "../storage/follow-prefix.ts";
import type { Storage } from "../storage/storage.ts";
import { type ApiService, toApiService } from "./api-service.ts";

export interface ApiServiceCache {
  get(name: string): ApiService | undefined;
  list(): Iterable<ApiService>;
  close(): void;
}

const prefix = "/registry/apiservices/";

/** Told the name of an APIService that is there, changed or went, and whether it leads elsewhere than before. */
export type ApiServiceListener = (name: string, isMoved: boolean) => void;

/** Resolves when all that is stored is known and was told. */
export async function startApiServiceCache(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  onChange: ApiServiceListener,
): Promise<ApiServiceCache> {
  const known = new Map<string, ApiService>();

  function apply({ key, value, revision }: FollowedChange): void {
    const name = key.slice(prefix.length);
    const before = known.get(name);
    const after = value && toApiService(decodeStored({ key, value, revision }));
    if (after === undefined) known.delete(name);
    else known.set(name, after);
    onChange(name, !equalJson(before?.spec, after?.spec));
  }

  const followed = await followPrefix({ storage, clock, prefix, label: "follow APIServices", onKey: apply });
  return {
    get: (name) => known.get(name),
    list: () => known.values(),
    close: () => followed.close(),
  };
}
