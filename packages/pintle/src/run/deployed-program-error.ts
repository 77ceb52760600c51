/** Somebody else's program answers for these objects already: two of them would be asked in turns. */
import { UsageError } from "@pintle/machinery";

export function deployedProgramError(
  what: string,
  service: { readonly namespace: string; readonly name: string },
): UsageError {
  return new UsageError(
    "PINTLE_WEBHOOKS_DEPLOYED",
    `${what} calls the Service ${service.namespace}/${service.name} of a program in the cluster: undeploy that one first, or run this one with ENABLE_WEBHOOKS=false`,
  );
}
