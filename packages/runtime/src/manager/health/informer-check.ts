/** Whether the caches are what they promise to be: complete, and not left behind by a server that is not heard any more. */
import type { Informers } from "../../informers/informers.ts";
import type { HealthCheck } from "./health-checks.ts";

/** A bookmark comes once a minute, and a silent watch is opened again after a minute and a half: three minutes mean that this does not help. */
export const maxSilentMs = 180_000;

export function checkInformers(informers: Informers): HealthCheck {
  return () => {
    const complaints = informers.running.flatMap(({ isSynced, progress }) => {
      const { kind, isKindMissing, silentMs, lastError } = progress;
      if (isKindMissing) return [`the server does not know ${kind}: is its definition installed?`];
      const because =
        lastError === undefined ? "" : `: ${lastError instanceof Error ? lastError.message : String(lastError)}`;
      if (!isSynced) return [`${kind} is not synced${because}`];
      return silentMs > maxSilentMs
        ? [`nothing was heard of ${kind} for ${Math.round(silentMs / 1_000)} s${because}`]
        : [];
    });
    if (complaints.length > 0) throw new Error(complaints.join("; "));
  };
}
