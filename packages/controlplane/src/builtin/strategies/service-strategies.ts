/** Services have their addresses and ports before they are stored, and give them back when they go. */
import type { Beginning } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { changeField, objectAt, textAt, withField } from "../json-fields.ts";
import { createAddressRange } from "../services/address-range.ts";
import { createPortRange } from "../services/port-range.ts";
import { ServiceAllocator } from "../services/service-allocator.ts";
import { dropByType } from "../services/service-fields.ts";
import { parseServiceRange, usualServiceRange } from "../services/service-range.ts";
import type { KindStrategies, Specialize } from "./own-strategies.ts";

export function createServiceStrategies(options: BuiltInOptions): Readonly<Record<string, Specialize>> {
  const addresses = createAddressRange(options.serviceRange ?? parseServiceRange(usualServiceRange), options.random);
  const allocator = new ServiceAllocator(addresses, createPortRange(options.random));
  let seeded: Promise<void> | undefined;
  const seed = async () => {
    for (const service of await options.objects.list("", "services")) allocator.seed(service);
  };
  const begin = async (service: JsonObject, old: JsonObject | undefined, isDryRun: boolean): Promise<Beginning> => {
    // The first write finds out what the services have that were stored before.
    seeded ??= seed();
    await seeded;
    return allocator.begin(service, old, isDryRun);
  };
  return { services: (generic) => specialize(generic, begin, (service) => allocator.release(service)) };
}

function specialize(
  { main, views }: KindStrategies,
  begin: (service: JsonObject, old: JsonObject | undefined, isDryRun: boolean) => Promise<Beginning>,
  release: (service: JsonObject) => void,
): KindStrategies {
  return {
    main: {
      ...main,
      begin: (service, old, { isDryRun }) => begin(service, old, isDryRun),
      prepareCreate: (service, request) => {
        const prepared = main.prepareCreate?.(service, request) ?? service;
        return textAt(service, "spec.type") === "ExternalName"
          ? changeField(prepared, "spec", (spec) => withField(spec, "internalTrafficPolicy", undefined))
          : prepared;
      },
      prepareUpdate: (service, old, request) => {
        const prepared = main.prepareUpdate?.(service, old, request) ?? service;
        const dropped = changeField(prepared, "spec", (spec) => dropByType(spec, objectAt(old, "spec")));
        const isBalanced = textAt(dropped, "spec.type") === "LoadBalancer";
        return isBalanced ? dropped : changeField(dropped, "status", (status) => withField(status, "loadBalancer", {}));
      },
      after: (event, service) => {
        if (event === "delete") release(service);
      },
    },
    views,
  };
}
