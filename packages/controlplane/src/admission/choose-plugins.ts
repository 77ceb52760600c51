/** Which plugins are asked: those that are on, with some added and some taken away by name. */
import { UsageError } from "@pintle/machinery";
import { type PluginEntry, pluginEntries } from "./admission-plugins.ts";

/** Names of plugins beside those that are on, and of those that are not to be asked. */
export interface PluginChoice {
  readonly enabled?: readonly string[];
  readonly disabled?: readonly string[];
}

export type BuiltPlugin = PluginEntry & Required<Pick<PluginEntry, "create">>;

/** In the order in which they are asked. Throws a `UsageError` for a name that means nothing, or that is in both lists. */
export function choosePlugins({ enabled = [], disabled = [] }: PluginChoice): BuiltPlugin[] {
  checkNames("--enable-admission-plugins", enabled, isBuilt);
  checkNames("--disable-admission-plugins", disabled, () => true);
  const both = enabled.filter((name) => disabled.includes(name));
  if (both.length > 0) {
    const what = `take ${both.join(", ")} out of --enable-admission-plugins or out of --disable-admission-plugins`;
    throw new UsageError("PINTLE_ADMISSION_PLUGIN_CONTRADICTION", what);
  }
  const isChosen = ({ name, isOn }: PluginEntry) => enabled.includes(name) || (isOn && !disabled.includes(name));
  return pluginEntries.filter(isBuilt).filter(isChosen);
}

function isBuilt(entry: PluginEntry): entry is BuiltPlugin {
  return entry.create !== undefined;
}

function checkNames(flag: string, names: readonly string[], isKnown: (entry: PluginEntry) => boolean): void {
  const known = pluginEntries.filter(isKnown).map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const what = `${flag} names ${unknown.map((name) => JSON.stringify(name)).join(", ")}`;
  throw new UsageError("PINTLE_ADMISSION_PLUGIN_UNKNOWN", `${what}, which is none of ${known.toSorted().join(", ")}`);
}
