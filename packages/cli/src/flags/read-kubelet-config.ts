/** How simulated nodes behave, from the file that says so. */
import type { KubeletOptions } from "@pintle/controlplane";
import { type JsonValue, UsageError } from "@pintle/machinery";
import { refuseFile } from "./read-named-file.ts";
import { readYamlFile } from "./read-yaml-file.ts";

const flag = "--kubelet-config";

export async function readKubeletConfig(
  path: string,
  { readKubeletOptions }: Pick<typeof import("@pintle/controlplane"), "readKubeletOptions">,
): Promise<KubeletOptions> {
  // YAML may hold what JSON cannot, dates and numbers that are none: no field takes those.
  const value = (await readYamlFile(flag, path)) as JsonValue;
  try {
    return readKubeletOptions(value);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw refuseFile(flag, path, error.message);
  }
}
