/** Volumes begin as Pending, with the time of that, and claims may name their source in two ways that mean the same. */
import { type Clock, equalJson, formatTime, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { changeField, objectAt, textAt, withDefaults, withField, withValueAt } from "../json-fields.ts";
import { claimWarnings, persistentVolumeWarnings } from "../warnings/persistent-volume-warnings.ts";
import type { Specialize } from "./own-strategies.ts";

export function createVolumeStrategies({ clock }: BuiltInOptions): Readonly<Record<string, Specialize>> {
  return {
    persistentvolumes: ({ main, views }) => ({
      main: {
        ...main,
        prepareCreate: (volume) =>
          withField(volume, "status", { phase: "Pending", lastPhaseTransitionTime: formatTime(clock.now()) }),
        warnCreate: persistentVolumeWarnings,
        warnUpdate: persistentVolumeWarnings,
      },
      views: {
        status: {
          ...views.status,
          nameRule: main.nameRule,
          prepareUpdate: (volume, old, request) =>
            withTransition(views.status?.prepareUpdate?.(volume, old, request) ?? volume, old, clock),
        },
      },
    }),
    persistentvolumeclaims: ({ main, views }) => ({
      main: {
        ...main,
        prepareCreate: (claim) => withField(uniteSources(claim, undefined), "status", { phase: "Pending" }),
        prepareUpdate: (claim, old, request) => uniteSources(main.prepareUpdate?.(claim, old, request) ?? claim, old),
        warnCreate: claimWarnings,
        warnUpdate: claimWarnings,
      },
      views,
    }),
  };
}

function withTransition(volume: JsonObject, old: JsonObject, clock: Clock): JsonObject {
  const path = "status.lastPhaseTransitionTime";
  const [time, before] = [textAt(volume, path), textAt(old, path)];
  const isSame = textAt(volume, "status.phase") === textAt(old, "status.phase");
  if (isSame) return time === "" && before !== "" ? withValueAt(volume, path, before) : volume;
  return time === "" || time === before ? withValueAt(volume, path, formatTime(clock.now())) : volume;
}

/** `dataSource` knows snapshots and claims only; what else it says is dropped, and both fields then say the same. */
function uniteSources(claim: JsonObject, old: JsonObject | undefined): JsonObject {
  return changeField(claim, "spec", (spec) => {
    const before = old && objectAt(old, "spec");
    const source = getOwn(spec, "dataSource");
    const isKept = before !== undefined && equalJson(source ?? null, getOwn(before, "dataSource") ?? null);
    const known = isKept || isKnownSource(source) ? spec : withField(spec, "dataSource", undefined);
    const [one, other] = [getOwn(known, "dataSource"), getOwn(known, "dataSourceRef")];
    if (one !== undefined) return withDefaults(known, { dataSourceRef: one });
    const isPlain = isJsonObject(other) && other.namespace === undefined && isKnownSource(other);
    return isPlain ? withField(known, "dataSource", other) : known;
  });
}

function isKnownSource(source: unknown): boolean {
  if (!isJsonObject(source)) return false;
  const group = source.apiGroup ?? "";
  const isClaim = source.kind === "PersistentVolumeClaim" && group === "";
  return isClaim || (source.kind === "VolumeSnapshot" && group === "snapshot.storage.k8s.io");
}
