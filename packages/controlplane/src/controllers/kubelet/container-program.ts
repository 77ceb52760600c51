/**
 * What a simulated container does while it runs: what it writes, and whether and with which code it ends.
 *
 * Annotations of the pod say it first: `pintle.dev/exit-code` and `pintle.dev/exit-after` (`5s`), for one container with its name behind a
 * dot: `pintle.dev/exit-code.main`. Then its command does, where it is known, and at last its restart policy: who is to be started anew
 * whenever it ends is meant to run for ever, and everybody else to succeed.
 */
import type { Container, Pod } from "@pintle/kinds";
import { getOwn, parseDurationMs } from "@pintle/machinery";
import type { ContainerRole, SimulatedImage } from "./kubelet-stage.ts";
import { matchesPattern } from "./match-pattern.ts";
import { type CommandSurroundings, simulateCommand } from "./simulated-command.ts";

export interface ContainerProgram {
  readonly output: string;
  readonly exitCode: number;
  /** `Infinity` where it runs until it is stopped. */
  readonly ms: number;
}

const defaultMs: Readonly<Record<ContainerRole, number>> = {
  init: 0,
  sidecar: Number.POSITIVE_INFINITY,
  main: 1_000,
  ephemeral: Number.POSITIVE_INFINITY,
};

export function programOf(
  pod: Pod,
  container: Container,
  role: ContainerRole,
  images: readonly SimulatedImage[],
): ContainerProgram {
  const argv = [...(container.command ?? []), ...(container.args ?? [])];
  const known = simulateCommand(argv, surroundingsOf(pod, container));
  const image = images.find(({ name, output }) => output !== undefined && matchesPattern(name, container.image ?? ""));
  const isMeantToRun = role === "main" && (pod.spec?.restartPolicy ?? "Always") === "Always";
  const program = {
    output: known?.output || (image?.output ?? ""),
    exitCode: known?.exitCode ?? 0,
    ms: known?.ms ?? (isMeantToRun ? Number.POSITIVE_INFINITY : defaultMs[role]),
  };
  const exitCode = wholeNumber(annotation(pod, container, "exit-code"));
  const afterMs = duration(annotation(pod, container, "exit-after"));
  if (exitCode === undefined && afterMs === undefined) return program;
  return { ...program, exitCode: exitCode ?? 0, ms: afterMs ?? 0 };
}

export function surroundingsOf(pod: Pod, container: Container): CommandSurroundings {
  const hostname = pod.spec?.hostname ?? pod.metadata.name ?? "";
  const own = (container.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { hostname, environment: [["HOSTNAME", hostname], ...own] };
}

function annotation({ metadata: { annotations = {} } }: Pod, { name }: Container, what: string) {
  return getOwn(annotations, `pintle.dev/${what}.${name}`) ?? getOwn(annotations, `pintle.dev/${what}`);
}

/** Of what cannot be read nothing is said. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,3}$/.test(text) ? Number(text) : undefined;
}

function duration(text: string | undefined): number | undefined {
  try {
    return text === undefined ? undefined : Math.max(0, parseDurationMs(text));
  } catch {
    return undefined;
  }
}
