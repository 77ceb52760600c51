/**
 * All containers of a box's pods: the business container, what the operator injects into every box, and what the box adds. Their names are
 * different, or there are none.
 */
import { type DeepReadonly, TerminalError } from "pintle";
import type { Container } from "pintle/kinds";
import type { Box } from "./model-box.ts";
import { nameOf } from "./names.ts";
import { probesOf } from "./probes.ts";
import { resourcesOf } from "./sizes.ts";

/** Added to the pods of every box, with the resources and envs of the box where they say none themselves. */
export interface Inject {
  readonly containers?: readonly DeepReadonly<Container>[];
  readonly initContainers?: readonly DeepReadonly<Container>[];
}

export function containersOf(box: Box, inject: Inject) {
  const [clash] = clashesOf(box, inject);
  // Where webhooks run, nobody gets this far.
  if (clash) throw new TerminalError(`${clash.path}: ${clash.why}`, { reason: "NameClash" });
  const { containers = [], initContainers = [] } = box.spec;
  const common = { env: box.spec.envs, resources: resourcesOf(box) };
  const injected = (list: Inject["containers"] = []) => list.map((container) => ({ ...common, ...container }));
  return {
    containers: [businessContainer(box), ...injected(inject.containers), ...containers],
    initContainers: unlessEmpty([...injected(inject.initContainers), ...initContainers]),
  };
}

function businessContainer(box: Box) {
  const { image, envs } = box.spec;
  return {
    ...{ name: nameOf(box), image, env: envs, resources: resourcesOf(box) },
    ...{ ports: containerPortsOf(box), ...probesOf(box) },
  };
}

/** Each once: several ports of a Service may lead to one of the container. */
function containerPortsOf({ spec: { ports = [] } }: Box) {
  const targets = ports.map(({ port, targetPort = port, protocol }) => ({
    containerPort: Number(targetPort),
    protocol,
  }));
  const byTarget = new Map(targets.map((target) => [`${target.containerPort} ${target.protocol}`, target]));
  return unlessEmpty([...byTarget.values()]);
}

/** The API server keeps no empty lists, so that none should be asked for. */
function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Which names are taken twice. Where no webhook runs, rules of the resource see to all of them but those that are injected. */
export function clashesOf(box: Box, inject: Inject): readonly { readonly path: string; readonly why: string }[] {
  const taken = new Set([...(inject.containers ?? []), ...(inject.initContainers ?? [])].map(({ name }) => name));
  const named = [
    { path: "spec.name", name: nameOf(box) },
    ...pathsOf("spec.containers", box.spec.containers),
    ...pathsOf("spec.initContainers", box.spec.initContainers),
  ];
  const isTaken = ({ name }: { readonly name: string }) => taken.size === taken.add(name).size;
  return named.filter(isTaken).map(({ path, name }) => ({ path, why: `the pods have a container ${name} already` }));
}

function pathsOf(path: string, containers: readonly { readonly name: string }[] = []) {
  return containers.map(({ name }, index) => ({ path: `${path}[${index}].name`, name }));
}
