/**
 * A part of admission, and how parts become a chain: each sees what those before it made of the object.
 *
 * Who changes an object late may spoil what others made of it before. So a plugin can ask for a second round, in which all plugins run
 * again; there is no third.
 */
import type { JsonObject } from "@pintle/machinery";
import type { AdmissionAttributes, AdmissionChain } from "./admission.ts";

/** A part of a chain that changes objects, judges them, or both. */
export interface AdmissionPlugin {
  /** The object to go on with. Throws an `ApiError` to refuse it. */
  mutate?(attributes: AdmissionAttributes, round: AdmissionRound): Promise<JsonObject | undefined>;
  validate?(attributes: AdmissionAttributes): Promise<void>;
}

/** One pass of an object through all plugins that change it. */
export interface AdmissionRound {
  /** 0 at first; 1 when all plugins are asked once more. */
  readonly index: 0 | 1;
  /** Asks for the second round; does nothing in the second. */
  requireAnother(): void;
  /** What a plugin wants to know again in the second round, under a key that only it has. */
  readonly memory: Map<object, unknown>;
}

/** Each plugin sees what those before it made of the object. */
export function chainPlugins(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  async function run(attributes: AdmissionAttributes, round: AdmissionRound): Promise<JsonObject | undefined> {
    let { object } = attributes;
    for (const plugin of plugins) {
      if (!plugin.mutate) continue;
      object = await plugin.mutate(object === attributes.object ? attributes : { ...attributes, object }, round);
    }
    return object;
  }
  return {
    async mutate(attributes) {
      let isAnotherWanted = false;
      const memory = new Map<object, unknown>();
      const requireAnother = () => {
        isAnotherWanted = true;
      };
      const object = await run(attributes, { index: 0, requireAnother, memory });
      if (!isAnotherWanted) return object;
      return run({ ...attributes, object }, { index: 1, requireAnother, memory });
    },
    async validate(attributes) {
      for (const plugin of plugins) if (plugin.validate) await plugin.validate(attributes);
    },
  };
}
