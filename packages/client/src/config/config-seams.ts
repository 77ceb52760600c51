/** What a configuration takes from the machine it runs on. Each can be put in by who tests, or runs where there is none. */
import type { Clock } from "@pintle/machinery";

export interface ConfigSeams {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly clock: Clock;
  readonly files: ConfigFiles;
  readonly run: RunCommand;
  readonly exchange: HttpExchange;
  /** Whether somebody can answer the questions of a plugin on standard input. */
  readonly hasTerminal: boolean;
  /** Shows somebody what a plugin says about itself, and what else went wrong without stopping anything. */
  readonly say: (text: string) => void;
}

export interface ConfigFiles {
  /** The text of a file of reasonable size. Rejects with an error whose `code` is Node's, as `ENOENT`. */
  read(path: string): Promise<string>;
  /** Puts a text in place of a file's, all at once, for its owner's eyes only. */
  replace(path: string, text: string): Promise<void>;
}

export interface CommandToRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether it gets standard input and speaks to the terminal itself. */
  readonly isInteractive: boolean;
  /** Ends the command. */
  readonly signal: AbortSignal;
}

export interface CommandResult {
  /** None for a command that a signal ended. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  /** The last of what it wrote there; nothing where it is interactive. */
  readonly stderr: string;
}

/** Runs a command to its end. Rejects with Node's error where it cannot be started, and where it says more than is sane. */
export type RunCommand = (command: CommandToRun) => Promise<CommandResult>;

export interface HttpExchangeRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Authorities, PEM, in place of the usual ones. */
  readonly ca?: string;
  /** The proxy on the way, if any. */
  readonly proxyUrl?: string;
  readonly signal: AbortSignal;
}

/** Sends a request and reads the whole answer, which is short. Follows no redirect. */
export type HttpExchange = (
  request: HttpExchangeRequest,
) => Promise<{ readonly status: number; readonly body: string }>;
