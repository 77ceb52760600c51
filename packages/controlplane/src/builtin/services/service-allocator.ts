/** Gives services their addresses and ports before they are stored, takes them back when they are not, or when the service goes. */
import type { Beginning } from "@pintle/apiserver";
import { ApiError, FieldError, fieldPath, type JsonObject } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt, withField } from "../json-fields.ts";
import { validateClusterIps } from "../validation/cluster-ips.ts";
import type { AddressRange } from "./address-range.ts";
import { completeFamilies } from "./ip-families.ts";
import type { PortOperation, PortRange } from "./port-range.ts";
import {
  hasNodePorts,
  isExternalName,
  isHeadless,
  needsHealthPort,
  needsNodePorts,
  nodePortsOf,
  withAllocatedOf,
  withClusterIps,
} from "./service-fields.ts";

const path = fieldPath("spec");

export class ServiceAllocator {
  readonly #addresses: AddressRange;
  readonly #ports: PortRange;

  constructor(addresses: AddressRange, ports: PortRange) {
    this.#addresses = addresses;
    this.#ports = ports;
  }

  begin(service: JsonObject, old: JsonObject | undefined, isDryRun: boolean): Beginning {
    const oldSpec = old && objectAt(old, "spec");
    const given = objectAt(service, "spec");
    const kept = oldSpec ? withClusterIps(withAllocatedOf(given, oldSpec), oldSpec) : withClusterIps(given, undefined);
    const refuse = (errors: readonly FieldError[]) => {
      if (errors.length > 0)
        throw ApiError.invalid({ group: "", kind: "Service" }, textAt(service, "metadata.name"), [...errors]);
    };
    if (!isExternalName(kept)) refuse(validateClusterIps(kept, oldSpec));
    const families = completeFamilies(kept, oldSpec);
    refuse(families.errors);
    const operation = this.#ports.begin(isDryRun);
    let address: string | undefined;
    try {
      const addressed = this.#address(service, families.spec, oldSpec, isDryRun, refuse);
      address = addressed.taken;
      const spec = allocatePorts(addressed.spec, oldSpec, operation, refuse);
      return {
        object: withField(service, "spec", spec),
        finish: async (isStored) => this.#finish(isStored, operation, address, addressed.freed),
      };
    } catch (error) {
      this.#finish(false, operation, address, undefined);
      throw error;
    }
  }

  /** Takes over what a stored service has, when a server begins with services that are there already. */
  seed(service: JsonObject): void {
    const spec = objectAt(service, "spec");
    for (const ip of textsAt(spec, "clusterIPs")) this.#addresses.takeThis(ip);
    for (const port of [...nodePortsOf(spec), numberAt(spec, "healthCheckNodePort") ?? 0])
      if (port > 0) this.#ports.seed(port);
  }

  release(service: JsonObject): void {
    const spec = objectAt(service, "spec");
    for (const ip of textsAt(spec, "clusterIPs")) this.#addresses.release(ip);
    for (const port of [...nodePortsOf(spec), numberAt(spec, "healthCheckNodePort") ?? 0]) this.#ports.release(port);
  }

  #finish(isStored: boolean, operation: PortOperation, taken: string | undefined, freed: string | undefined): void {
    operation.finish(isStored);
    if (!isStored && taken !== undefined) this.#addresses.release(taken);
    if (isStored && freed !== undefined) this.#addresses.release(freed);
  }

  #address(
    service: JsonObject,
    spec: JsonObject,
    old: JsonObject | undefined,
    isDryRun: boolean,
    refuse: (errors: readonly FieldError[]) => void,
  ): { readonly spec: JsonObject; readonly taken?: string; readonly freed?: string } {
    const had = old && !isExternalName(old) ? textAt(old, "clusterIP") : "";
    if (isExternalName(spec)) return { spec, ...(had !== "" && had !== "None" && { freed: had }) };
    if (isHeadless(spec) || had !== "") return { spec };
    const [wanted = ""] = textsAt(spec, "clusterIPs");
    const address = wanted === "" ? this.#next(textAt(service, "metadata.name"), isDryRun) : wanted;
    const problem = wanted === "" ? undefined : this.#takeThis(wanted, isDryRun);
    if (problem !== undefined) {
      const detail = `failed to allocate IP ${wanted}: ${problem}`;
      refuse([FieldError.invalid(path.child("clusterIPs"), textsAt(spec, "clusterIPs"), detail)]);
    }
    const addressed = withField(withField(spec, "clusterIP", address), "clusterIPs", [address]);
    return { spec: addressed, ...(!isDryRun && { taken: address }) };
  }

  #takeThis(address: string, isDryRun: boolean): string | undefined {
    return isDryRun ? this.#addresses.complainOf(address) : this.#addresses.takeThis(address);
  }

  #next(name: string, isDryRun: boolean): string {
    if (isDryRun) return this.#addresses.placeholder;
    const address = this.#addresses.take();
    if (address === undefined)
      throw ApiError.internalError(`failed to allocate a serviceIP for Service ${JSON.stringify(name)}: range is full`);
    return address;
  }
}

function allocatePorts(
  spec: JsonObject,
  old: JsonObject | undefined,
  operation: PortOperation,
  refuse: (errors: readonly FieldError[]) => void,
): JsonObject {
  const before = old ? nodePortsOf(old) : [];
  const opened = hasNodePorts(spec) ? openPorts(spec, before, old !== undefined, operation, refuse) : spec;
  const after = hasNodePorts(opened) ? nodePortsOf(opened) : [];
  for (const port of before) if (!after.includes(port)) operation.releaseLater(port);
  const hadHealth = old !== undefined && needsHealthPort(old);
  if (hadHealth && !needsHealthPort(opened)) operation.releaseLater(numberAt(old, "healthCheckNodePort") ?? 0);
  if (hadHealth || !needsHealthPort(opened)) return opened;
  return withField(opened, "healthCheckNodePort", takeHealthPort(opened, operation));
}

function takeHealthPort(spec: JsonObject, operation: PortOperation): number {
  const wanted = numberAt(spec, "healthCheckNodePort") ?? 0;
  const problem = wanted === 0 ? undefined : operation.takeThis(wanted);
  if (problem !== undefined) {
    throw ApiError.internalError(`failed to allocate requested HealthCheck NodePort ${wanted}: ${problem}`);
  }
  return wanted === 0 ? takeAny(operation) : wanted;
}

function takeAny(operation: PortOperation): number {
  const port = operation.take();
  if (port === undefined) throw ApiError.internalError("failed to allocate a nodePort: range is full");
  return port;
}

/** Ports of the same number, such as TCP and UDP of DNS, share the port on the node. */
function openPorts(
  spec: JsonObject,
  before: readonly number[],
  isUpdate: boolean,
  operation: PortOperation,
  refuse: (errors: readonly FieldError[]) => void,
): JsonObject {
  const own = new Set(before);
  const byPort = new Map<number, number>();
  const wants = objectsAt(spec, "ports");
  const ports = wants.map((port, index) => {
    const number = numberAt(port, "port") ?? 0;
    const asked =
      numberAt(port, "nodePort") || wants.find((other) => other.port === port.port && other.nodePort)?.nodePort;
    if (!asked && !needsNodePorts(spec)) return port;
    const chosen = asked ? Number(asked) : (byPort.get(number) ?? takeAny(operation));
    if (asked && !own.has(chosen) && byPort.get(number) !== chosen) {
      const problem = operation.takeThis(chosen);
      if (problem !== undefined) {
        refuse([FieldError.invalid(path.child("ports").index(index).child("nodePort"), chosen, problem)]);
      }
      // An update may name a port twice, and hears of it later.
      if (isUpdate) own.add(chosen);
    }
    byPort.set(number, chosen);
    return withField(port, "nodePort", chosen);
  });
  return withField(spec, "ports", ports);
}
