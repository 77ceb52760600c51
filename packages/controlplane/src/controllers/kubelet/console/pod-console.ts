/**
 * What a simulated pod answers to those who look into it: its log, a few commands, and who it is.
 *
 * Nothing runs anywhere. Commands are those of `simulateCommand`; any other is told to be unknown, with the exit code of a shell.
 */
import type { CustomCall, ServerRequest, ServerResponse } from "@pintle/apiserver";
import type { Pod } from "@pintle/kinds";
import { ApiError, type Clock, createFailureStatus } from "@pintle/machinery";
import { surroundingsOf } from "../container-program.ts";
import type { KubeletOptions } from "../kubelet-stage.ts";
import { simulateCommand } from "../simulated-command.ts";
import { containerLog, findContainer, isYes, readLogQuery, statusOf } from "./container-log.ts";
import { type PodChannels, switchToChannels } from "./pod-channels.ts";

export interface PodConsole {
  log(call: CustomCall, request: ServerRequest, pod: Pod, container: string): ServerResponse;
  exec(call: CustomCall, request: ServerRequest, pod: Pod, container: string): ServerResponse;
  attach(call: CustomCall, request: ServerRequest, pod: Pod, container: string): ServerResponse;
  /** Refuses: there is nobody behind a port. */
  forward(pod: Pod): never;
  proxy(call: CustomCall, request: ServerRequest, pod: Pod): ServerResponse;
}

export interface PodConsoleOptions extends Pick<KubeletOptions, "images"> {
  readonly clock: Clock;
  /** The pod as it is now, or nothing where it is gone. */
  readonly findPod: (namespace: string, name: string) => Promise<Pod | undefined>;
}

/** How often it is looked whether a container has ended to which somebody listens. */
const lookMs = 500;
const longestCommandMs = 3_600_000;

export function createPodConsole({ images = [], clock, findPod }: PodConsoleOptions): PodConsole {
  const background = { label: "somebody listens to a pod", kind: "background", unref: true } as const;

  /** Until the container runs no more, though another may in its place, or nobody listens. */
  async function ended(pod: Pod, container: string, signal: AbortSignal): Promise<void> {
    const { namespace = "", name = "" } = pod.metadata;
    const heard = statusOf(pod, container)?.containerID;
    for (let now: Pod | undefined = pod; ; now = await findPod(namespace, name)) {
      const status = now?.metadata.uid === pod.metadata.uid && now && statusOf(now, container);
      if (!status || status.containerID !== heard || !status.state?.running) return;
      await clock.sleep(lookMs, { ...background, signal });
    }
  }

  async function* follow(pod: Pod, container: string, text: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    if (text !== "") yield Buffer.from(text);
    await ended(pod, container, signal);
  }

  async function runCommand(pod: Pod, container: string, query: URLSearchParams, streams: PodChannels): Promise<void> {
    const argv = query.getAll("command");
    const found = findContainer(pod, container);
    const input = isYes(query.get("stdin")) && readsInput(argv) ? await streams.readInput() : "";
    const around = found ? surroundingsOf(pod, found.container) : { hostname: "", environment: [] };
    const result = simulateCommand(argv, { ...around, input });
    if (!result) {
      streams.write("errors", `${argv[0] ?? ""}: not known to simulated pods\n`);
      return streams.exit(127);
    }
    if (result.ms > 0) {
      const label = `a command in pod ${pod.metadata.name}`;
      await clock.sleep(Math.min(result.ms, longestCommandMs), {
        ...{ label, kind: "background", unref: true },
        signal: streams.signal,
      });
    }
    streams.write("output", result.output);
    streams.exit(result.exitCode);
  }

  return {
    log({ query }, { signal }, pod, container) {
      const text = containerLog(pod, container, readLogQuery(query, clock.now()), images);
      const headers = { "content-type": "text/plain" };
      if (!isYes(query.get("follow"))) return { status: 200, headers, body: Buffer.from(text), isVerbatim: true };
      return { status: 200, headers, body: follow(pod, container, text, signal), isVerbatim: true };
    },
    exec({ query }, request, pod, container) {
      checkRunning(pod, container);
      if (query.getAll("command").length === 0) throw ApiError.badRequest("you must specify at least 1 command");
      return switchToChannels(request, query, (streams) => runCommand(pod, container, query, streams));
    },
    attach({ query }, request, pod, container) {
      checkRunning(pod, container);
      const text = containerLog(pod, container, readLogQuery(query, clock.now()), images);
      // Who attaches has run nothing: how the container ended stands in its status.
      const listen = async (streams: PodChannels) => {
        streams.write("output", text);
        await ended(pod, container, streams.signal);
        streams.exit(0);
      };
      return switchToChannels(request, query, listen, 0);
    },
    forward({ metadata }) {
      throw ApiError.badRequest(`pod ${metadata.name} is simulated: nobody listens on its ports`);
    },
    proxy({ context }, { method }, { metadata }) {
      const text = `${method} ${context.info.path}\nanswered by the simulated pod ${metadata.namespace}/${metadata.name}\n`;
      return { status: 200, headers: { "content-type": "text/plain" }, body: Buffer.from(text), isVerbatim: true };
    },
  };
}

function readsInput(argv: readonly string[]): boolean {
  return argv.some((word) => /\bcat\b/.test(word));
}

function checkRunning(pod: Pod, container: string): void {
  if (statusOf(pod, container)?.state?.running) return;
  throw new ApiError(createFailureStatus("", `container not found ("${container}")`));
}
