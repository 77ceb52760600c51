/**
 * A command in a container, or the process that a container already runs, with its streams at hand.
 *
 * Output is not read ahead beyond a small buffer, and stdout and stderr share one connection: read both, or ask for one alone.
 */
import { UsageError } from "@pintle/machinery";
import { ByteChannel } from "./channels/byte-channel.ts";
import { channelProtocol, createChannels, streamCloseProtocol } from "./channels/channels.ts";
import { type ExecExit, readExit } from "./exit-status.ts";
import { openWebSocket, type PodPlace, type StreamContext } from "./open-web-socket.ts";

export interface AttachOptions {
  /** The only one unless said. */
  readonly container?: string;
  /** Whether input is sent. */
  readonly stdin?: boolean;
  /** Whether output comes: it does unless said otherwise. */
  readonly stdout?: boolean;
  /** As `stdout`; with a terminal there is only one output. */
  readonly stderr?: boolean;
  /** Whether there is a terminal. */
  readonly tty?: boolean;
  /** Aborted, the connection is closed, and everybody who waits gets its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExecOptions extends AttachOptions {
  /** Program and arguments; no shell takes them apart. */
  readonly command: readonly string[];
}

export interface ExecSession extends AsyncDisposable {
  /** Ends when the stream does. To be iterated once; who leaves the loop lets the rest go by. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** How the command ended. Rejects with an `ApiError` when it could not be run, with a `StreamError` when nobody knows. */
  readonly exit: Promise<ExecExit>;
  /** Sends input and resolves when there is room for more. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** Ends the input. Servers before Kubernetes 1.30 cannot be told so: a `StreamError`. */
  end(): Promise<void>;
  /** Tells the terminal its new size. */
  resize(size: { readonly columns: number; readonly rows: number }): Promise<void>;
  /** Ends the connection; the command is told nothing more. */
  close(): void;
}

const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const;

export function startExec(context: StreamContext, pod: PodPlace, options: ExecOptions): Promise<ExecSession> {
  if (options.command.length === 0) {
    throw new UsageError("PINTLE_EXEC_COMMAND_MISSING", "say in command what to run: [program, ...arguments]");
  }
  return startSession(context, pod, "exec", options, options.command);
}

export function startAttach(context: StreamContext, pod: PodPlace, options: AttachOptions = {}): Promise<ExecSession> {
  return startSession(context, pod, "attach", options, []);
}

async function startSession(
  context: StreamContext,
  pod: PodPlace,
  subresource: "exec" | "attach",
  options: AttachOptions,
  command: readonly string[],
): Promise<ExecSession> {
  const { stdin = false, stdout = true, tty = false, signal } = options;
  const stderr = (options.stderr ?? true) && !tty;
  const closing = new AbortController();
  const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  const query: (readonly [string, string])[] = [
    ...command.map((word) => ["command", word] as const),
    ...(options.container === undefined ? [] : [["container", options.container] as const]),
    ...Object.entries({ stdin, stdout, stderr, tty }).map(([name, value]) => [name, String(value)] as const),
  ];
  const protocols = [streamCloseProtocol, channelProtocol];
  const connection = await openWebSocket(context, { pod, subresource, query, protocols, signal: ended });

  const streams = { stdout: new ByteChannel(), stderr: new ByteChannel(), error: new ByteChannel() };
  if (!stdout) streams.stdout.end();
  if (!stderr) streams.stderr.end();
  const incoming = new Map([[channel.error, streams.error] as [number, ByteChannel]]);
  if (stdout) incoming.set(channel.stdout, streams.stdout);
  if (stderr) incoming.set(channel.stderr, streams.stderr);
  const channels = createChannels(connection, incoming, ended);
  const exit = readExit(streams.error);
  exit.catch(() => {});
  return {
    stdout: streams.stdout,
    stderr: streams.stderr,
    exit,
    async write(bytes) {
      if (!stdin) throw new UsageError("PINTLE_EXEC_INPUT_CLOSED", "ask for input with stdin: true");
      await channels.send(channel.stdin, typeof bytes === "string" ? Buffer.from(bytes) : bytes);
    },
    end: () => channels.end(channel.stdin),
    resize: ({ columns, rows }) =>
      channels.send(channel.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows }))),
    close: () => connection.close(),
    async [Symbol.asyncDispose]() {
      closing.abort(new DOMException("the session was closed", "AbortError"));
      await channels.finished.catch(() => {});
    },
  };
}
