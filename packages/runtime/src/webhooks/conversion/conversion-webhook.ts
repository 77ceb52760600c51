/**
 * Conversion of custom resources between their versions: each version knows the way to one of them, the hub, and back.
 *
 * ```ts
 * conversionWebhook(ModelBox, [
 *   spoke(ModelBox, ModelBoxV1beta1, {
 *     up: (old) => ({ spec: { image: old.spec.img } }),
 *     down: (now) => ({ spec: { img: now.spec.image } }),
 *   }),
 * ])
 * ```
 *
 * Only what versions disagree on has to be converted: type, name and all other metadata stay as they are. Labels and annotations may be
 * changed, for what a version has no field for.
 */
import type { InputOf } from "@pintle/client";
import { type AnyKind, type DeepReadonly, type ObjectOf, UsageError } from "@pintle/machinery";
import type { Webhook } from "../webhook.ts";
import { checkWebhookPath, conversionPath } from "../webhook-path.ts";
import { ConversionEndpoint } from "./conversion-endpoint.ts";
import type { Converter, VersionWays } from "./convert-object.ts";

/** One version beside the hub. */
export interface Spoke {
  readonly hub: AnyKind;
  readonly kind: AnyKind;
  readonly ways: VersionWays;
}

/** Both functions are pure, and quick: they run for each object of each list. What they cannot convert they throw an error for. */
export interface SpokeFunctions<Hub extends AnyKind, K extends AnyKind> {
  /** From this version to the hub. */
  up(object: DeepReadonly<ObjectOf<K>>): InputOf<Hub>;
  /** From the hub to this version. */
  down(object: DeepReadonly<ObjectOf<Hub>>): InputOf<K>;
}

export function spoke<Hub extends AnyKind, K extends AnyKind>(
  hub: Hub,
  kind: K,
  functions: SpokeFunctions<Hub, K>,
): Spoke {
  return { hub, kind, ways: functions as unknown as VersionWays };
}

export interface ConversionWebhookOptions {
  /** `/convert` unless said. Conversions of several kinds share it. */
  readonly path?: string;
  /** All versions of the definition, so that one without a way is found when the program starts and not when an object is read. */
  readonly versions?: readonly string[];
}

export function conversionWebhook(
  hub: AnyKind,
  spokes: readonly Spoke[],
  { path = conversionPath, versions }: ConversionWebhookOptions = {},
): Webhook {
  const converter = converterOf(hub, spokes);
  for (const version of versions ?? []) {
    if (version === hub.version || converter.spokes.has(version)) continue;
    throw incomplete(hub, `has no spoke for ${version}: add spoke(hub, ${hub.kind} of ${version}, { up, down })`);
  }
  return { endpoints: [new ConversionEndpoint(checkWebhookPath(path), [converter])] };
}

function converterOf(hub: AnyKind, spokes: readonly Spoke[]): Converter {
  const byVersion = new Map<string, VersionWays>();
  for (const { hub: center, kind, ways } of spokes) {
    if (center !== hub || kind.group !== hub.group || kind.kind !== hub.kind) {
      throw incomplete(
        hub,
        `has a spoke of another kind, ${kind.apiVersion} ${kind.kind}: spokes are versions of one kind`,
      );
    }
    if (kind.version === hub.version || byVersion.has(kind.version)) {
      throw incomplete(hub, `has ${kind.version} twice: each version is the hub or one spoke`);
    }
    byVersion.set(kind.version, ways);
  }
  if (byVersion.size === 0) throw incomplete(hub, "has no spokes: a kind with one version needs no conversion");
  return { group: hub.group, kind: hub.kind, hubVersion: hub.version, spokes: byVersion };
}

function incomplete(hub: AnyKind, what: string): UsageError {
  return new UsageError("PINTLE_CONVERSION_INCOMPLETE", `the conversion of ${hub.kind} ${what}`);
}
