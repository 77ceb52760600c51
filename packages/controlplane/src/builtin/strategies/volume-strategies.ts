/** Volumes begin as Pending, with the time of that, and claims may name their source in two ways that mean the same. */
import { type Clock, formatTime, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { changeField, objectAt, textAt, withDefaults, withField, withValueAt } from "../json-fields.ts";
import {
  claimWarnings,
  persistentVolumeWarnings,
  storageClassWarnings,
} from "../warnings/persistent-volume-warnings.ts";
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
    "storageclasses.storage.k8s.io": ({ main, views }) => ({
      main: { ...main, warnCreate: storageClassWarnings, warnUpdate: storageClassWarnings },
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

/** `dataSource` alone knows snapshots and claims only; what else it says is dropped. What one field says, the other says too. */
function uniteSources(claim: JsonObject, old: JsonObject | undefined): JsonObject {
  return changeField(claim, "spec", (spec) => {
    const before = old && objectAt(old, "spec");
    const isUsed = before?.dataSource !== undefined || before?.dataSourceRef !== undefined;
    const { dataSource: source, dataSourceRef: reference } = isUsed ? spec : withoutForeignSource(spec);
    const isTrusted = isUsed || reference !== undefined || isKnownSource(source);
    const known = withField(withField(spec, "dataSource", isTrusted ? source : undefined), "dataSourceRef", reference);
    if (known.dataSource !== undefined) return withDefaults(known, { dataSourceRef: known.dataSource });
    const isPlain = isJsonObject(reference) && (reference.namespace ?? "") === "";
    return isPlain ? withField(known, "dataSource", withField(reference, "namespace", undefined)) : known;
  });
}

/** Sources in other namespaces are behind a feature gate that is closed. */
function withoutForeignSource(spec: JsonObject): JsonObject {
  return textAt(spec, "dataSourceRef.namespace") === "" ? spec : withField(spec, "dataSourceRef", undefined);
}

function isKnownSource(source: unknown): boolean {
  if (!isJsonObject(source)) return false;
  const group = source.apiGroup ?? "";
  const isClaim = source.kind === "PersistentVolumeClaim" && group === "";
  return isClaim || (source.kind === "VolumeSnapshot" && group === "snapshot.storage.k8s.io");
}
