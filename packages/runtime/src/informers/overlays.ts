/** Brings the answer to a write to the informers whose copies it concerns: those of that kind and version, wherever it was written from. */
import type { CompletedWrite } from "@pintle/client";
import { formatGroupVersion, type JsonObject, parseObjectKey } from "@pintle/machinery";
import type { Overlay, StoredVersion } from "./overlay.ts";
import type { OverlayScope } from "./overlay-scope.ts";
import { readWrite, type WriteOutcome } from "./overlay-write.ts";

export interface OverlaidCopy {
  readonly apiVersion: string;
  readonly kind: string;
  /** The copy has nothing but metadata. */
  readonly isMetadataOnly: boolean;
  readonly scope: OverlayScope;
  readonly overlay: Pick<Overlay<StoredVersion>, "written" | "deleted">;
}

export class Overlays {
  readonly #copies = new Map<string, Set<OverlaidCopy>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Tells the copy of each write that concerns it, until the result is disposed. */
  add(copy: OverlaidCopy): Disposable {
    const type = formatType(copy.apiVersion, copy.kind);
    const copies = this.#copies.get(type) ?? new Set();
    this.#copies.set(type, copies.add(copy));
    return {
      [Symbol.dispose]: () => {
        copies.delete(copy);
        if (copies.size === 0 && this.#copies.get(type) === copies) this.#copies.delete(type);
      },
    };
  }

  /** The write has taken effect already: whatever goes wrong here is reported, and does not fail it. */
  wrote(write: CompletedWrite): void {
    const copies = this.#copies.get(formatType(formatGroupVersion(write), write.kind));
    if (copies === undefined) return;
    try {
      const outcome = readWrite(write);
      if (outcome === undefined) return;
      for (const copy of copies) tell(copy, outcome);
    } catch (error) {
      this.#onError(error);
    }
  }
}

function tell({ overlay, scope, isMetadataOnly }: OverlaidCopy, outcome: WriteOutcome): void {
  const { key } = outcome.type === "written" ? outcome.written : outcome.deleted;
  if (!scope.includes(parseObjectKey(key).namespace)) return;
  if (outcome.type === "deleted") {
    overlay.deleted(outcome.deleted);
    return;
  }
  // An answer of metadata alone says nothing about the rest, which may have changed with it.
  if (outcome.isMetadataOnly && !isMetadataOnly) return;
  const { object } = outcome.written;
  const kept = isMetadataOnly ? metadataOf(object) : object;
  overlay.written({ ...outcome.written, object: scope.selects(object) ? kept : undefined });
}

function metadataOf({ metadata = {} }: JsonObject): JsonObject {
  return { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
}

function formatType(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
