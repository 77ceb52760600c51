/** What is allowed in containers, and hardly meant: variables that hide others, and ports that are in each other's way. */
import { isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import { numberAt, objectsAt, textAt } from "../json-fields.ts";
import type { PlacedContainer } from "./pod-warnings.ts";

export function containerWarnings(container: JsonObject, path: string): string[] {
  const seen = new Set<string>();
  return objectsAt(container, "env").flatMap((variable, index) => {
    const name = textAt(variable, "name");
    const isHidden = seen.has(name) && !buildsOnBefore(variable, name);
    seen.add(name);
    if (!isHidden) return [];
    return [
      `${path}.env[${index}]: hides previous definition of ${quoteGo(name)}, which may be dropped when using apply`,
    ];
  });
}

/** A value such as `$(PATH):/bin` is meant to come after another one of its name. */
function buildsOnBefore(variable: JsonObject, name: string): boolean {
  const [value, reference] = [textAt(variable, "value"), `$(${name})`];
  return !isJsonObject(variable.valueFrom) && value !== reference && value.includes(reference);
}

interface PlacedPort {
  readonly path: string;
  readonly hostIp: string;
  readonly hostPort: number;
}

/** Only the first few of so many fit into an answer. */
const maxConflicts = 4_096;

export function portWarnings(containers: readonly PlacedContainer[]): string[] {
  const ports = containers.flatMap(([container, path]) =>
    objectsAt(container, "ports").map((port, index) => ({ port, path: `${path}.ports[${index}]` })),
  );
  const byName = new Map<string, string>();
  const names = ports.flatMap(({ port, path }) => {
    const name = textAt(port, "name");
    const other = byName.get(name);
    if (name === "" || other === undefined) {
      byName.set(name, path);
      return [];
    }
    return [
      `${path}: duplicate port name ${quoteGo(name)} with ${other}, services and probes that select ports by name will use ${other}`,
    ];
  });
  return [...conflictsOf(ports), ...names];
}

function conflictsOf(ports: readonly { readonly port: JsonObject; readonly path: string }[]): string[] {
  const byPort = new Map<string, PlacedPort[]>();
  const conflicts: string[] = [];
  for (const { port, path } of ports) {
    const key = `${numberAt(port, "containerPort")}/${textAt(port, "protocol")}`;
    const placed = { path, hostIp: textAt(port, "hostIP"), hostPort: numberAt(port, "hostPort") ?? 0 };
    const others = byPort.get(key) ?? [];
    byPort.set(key, others);
    for (const other of others) conflicts.push(...describeConflict(placed, other));
    others.push(placed);
    // All pairs are told, of which there are more than anybody could read.
    if (conflicts.length > maxConflicts) break;
  }
  return conflicts;
}

function describeConflict(port: PlacedPort, other: PlacedPort): string[] {
  const word = conflictOf(port, other);
  return word === undefined ? [] : [`${port.path}: ${word} port definition with ${other.path}`];
}

function conflictOf(port: PlacedPort, other: PlacedPort): string | undefined {
  const isSamePort = port.hostPort === other.hostPort;
  if (isSamePort && port.hostIp === other.hostIp) return "duplicate";
  if (port.hostPort === 0 || other.hostPort === 0) return "overlapping";
  return isSamePort && (port.hostIp === "") !== (other.hostIp === "") ? "dangerously ambiguous" : undefined;
}
