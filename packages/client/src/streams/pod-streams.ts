/** What goes on inside of pods, as streams: logs, commands, ports and files. */
import type { Duplex } from "node:stream";
import { type ClientInterceptor, joinSignals } from "../request/client-interceptor.ts";
import type { CopiedFiles } from "./copy/copy-from-pod.ts";
import type { CopyOptions } from "./copy/copy-to-pod.ts";
import { type AttachOptions, type ExecOptions, type ExecSession, startAttach, startExec } from "./exec.ts";
import type { PortListener, PortListenerOptions } from "./listen-for-port.ts";
import { type LogContext, type LogOptions, openLog, splitLines } from "./logs.ts";
import type { PodPlace, StreamContext } from "./open-web-socket.ts";
import { openPort, type PortOptions } from "./port-forward.ts";
import type { Upgrader } from "./upgrade.ts";

export interface PodStreams {
  /** The bytes of a container's log. Resolves when it begins. */
  log(pod: PodPlace, options?: LogOptions): Promise<AsyncIterable<Uint8Array>>;
  /** The same by lines. */
  logLines(pod: PodPlace, options?: LogOptions): Promise<AsyncGenerator<string, void>>;
  /** Runs a command in a container. Resolves when the streams are open. */
  exec(pod: PodPlace, options: ExecOptions): Promise<ExecSession>;
  /** Gets hold of the streams of the process that a container runs. */
  attach(pod: PodPlace, options?: AttachOptions): Promise<ExecSession>;
  /** One connection to a port of the pod. */
  connect(pod: PodPlace, port: number, options?: PortOptions): Promise<Duplex>;
  /** Opens a local port that leads to one of the pod. */
  portForward(pod: PodPlace, port: number, options?: PortListenerOptions): Promise<PortListener>;
  /** Copies a file or a folder of this machine into a container, which has to have `tar`. */
  copyTo(pod: PodPlace, options: CopyOptions): Promise<void>;
  /** Copies a file or a folder out of a container, which has to have `tar`. */
  copyFrom(pod: PodPlace, options: CopyOptions): Promise<CopiedFiles>;
}

export interface PodStreamsOptions extends StreamContext, LogContext {
  /** Sees each connection before it is asked for, and ends all of them with its signal. Logs are requests, and seen as such. */
  readonly interceptor?: ClientInterceptor | undefined;
}

export function createPodStreams(options: PodStreamsOptions): PodStreams {
  const { interceptor } = options;
  const context = { ...options, upgrader: interceptUpgrades(options.upgrader, interceptor) };
  const ended = <Asked extends { readonly signal?: AbortSignal | undefined }>(asked: Asked): Asked =>
    interceptor?.signal ? { ...asked, signal: joinSignals(interceptor.signal, asked.signal) } : asked;
  return {
    log: (pod, asked) => openLog(context, pod, asked),
    logLines: async (pod, asked) => splitLines(await openLog(context, pod, asked)),
    exec: async (pod, asked) => startExec(context, pod, ended(asked)),
    attach: async (pod, asked = {}) => startAttach(context, pod, ended(asked)),
    connect: (pod, port, asked = {}) => openPort(context, pod, port, ended(asked)),
    portForward: async (pod, port, asked = {}) =>
      (await import("./listen-for-port.ts")).listenForPort(context, pod, port, ended(asked)),
    copyTo: async (pod, asked) => (await import("./copy/copy-to-pod.ts")).copyToPod(context, pod, ended(asked)),
    copyFrom: async (pod, asked) => (await import("./copy/copy-from-pod.ts")).copyFromPod(context, pod, ended(asked)),
  };
}

function interceptUpgrades(upgrader: Upgrader, interceptor: ClientInterceptor | undefined): Upgrader {
  if (interceptor?.beforeSend === undefined) return upgrader;
  return {
    upgrade: async (request) => {
      const beforeWrite = () => interceptor.beforeSend?.({ ...request, method: "CONNECT" });
      beforeWrite();
      return await upgrader.upgrade({ ...request, beforeWrite });
    },
  };
}
