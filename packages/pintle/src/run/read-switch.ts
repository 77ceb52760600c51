/**
 * Whether something is switched on, as a word on a command line or in the environment says: `true` and `1`, `false` and `0`, in any case. A
 * program that has switches of its own reads them the same way.
 *
 * ```ts
 * const isDry = readSwitch("DRY_RUN", process.env.DRY_RUN, false);
 * ```
 */

/** Wrong words on the command line or in the environment: one line says which. */
export class FlagError extends Error {
  static {
    FlagError.prototype.name = "FlagError";
  }
}

const switches: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** What is not said, or said as nothing, is as it is otherwise. */
export function readSwitch(name: string, value: string | undefined, otherwise: boolean): boolean {
  const word = value?.toLowerCase() || undefined;
  if (word === undefined) return otherwise;
  const isOn = Object.hasOwn(switches, word) ? switches[word] : undefined;
  if (isOn !== undefined) return isOn;
  throw new FlagError(`${name} is true or false, not ${JSON.stringify(value)}`);
}
