/** All APIServices that are stored, kept up to date by a watch of the storage. */
import { type Clock, type ClockTimer, equalJson } from "@pintle/machinery";
import { decodeStored } from "../registry/stored-object.ts";
import type { Storage, StorageChange, StorageWatch } from "../storage/storage.ts";
import { type ApiService, toApiService } from "./api-service.ts";

export interface ApiServiceCache {
  get(name: string): ApiService | undefined;
  list(): Iterable<ApiService>;
  close(): void;
}

const prefix = "/registry/apiservices/";
const retryMs = 1_000;

/** Told the name of an APIService that is there, changed or went, and whether it leads elsewhere than before. */
export type ApiServiceListener = (name: string, isMoved: boolean) => void;

/** Resolves when all that is stored is known and was told. */
export async function startApiServiceCache(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  onChange: ApiServiceListener,
): Promise<ApiServiceCache> {
  const known = new Map<string, ApiService>();
  let watch: StorageWatch | undefined;
  let retry: ClockTimer | undefined;
  let isClosed = false;

  function apply({ key, value, revision }: Omit<StorageChange, "previous">): void {
    const name = key.slice(prefix.length);
    const before = known.get(name);
    const after = value && toApiService(decodeStored({ key, value, revision }));
    if (after === undefined) known.delete(name);
    else known.set(name, after);
    onChange(name, !equalJson(before?.spec, after?.spec));
  }

  async function follow(): Promise<void> {
    const { entries, revision } = await storage.list({ prefix });
    const gone = new Set(known.keys());
    for (const entry of entries) gone.delete(entry.key.slice(prefix.length));
    for (const name of gone) apply({ key: prefix + name, value: undefined, revision });
    for (const entry of entries) apply(entry);
    watch = await storage.watch(
      { prefix, after: revision },
      { onChanges: (changes) => changes.forEach(apply), onProgress: () => undefined, onEnd: () => void restart() },
    );
    if (isClosed) watch.close();
  }

  async function restart(): Promise<void> {
    if (isClosed) return;
    const again = () => void restart();
    await follow().catch(() => {
      retry = clock.setTimer(retryMs, again, { label: "follow APIServices", kind: "background", unref: true });
    });
  }

  await follow();
  return {
    get: (name) => known.get(name),
    list: () => known.values(),
    close() {
      isClosed = true;
      watch?.close();
      retry?.cancel();
    },
  };
}
