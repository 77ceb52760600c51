/** What a protocol makes of a connection, for those who run a command on it. */

export interface CommandOutput {
  write(stream: "output" | "errors", text: string): void;
  /** Says with which code it ended, and good-bye. */
  exit(code: number): void;
}

/** What a protocol does with a connection. */
export interface CarriedChannels extends CommandOutput {
  /** Resolves when the client can be written to; rejects where it has gone before. */
  readonly ready: Promise<void>;
  /** Resolves when the client has gone. */
  readonly done: Promise<void>;
}

/** How a command ended, as a Status. */
export function exitStatus(code: number): Buffer {
  return Buffer.from(JSON.stringify(code === 0 ? { metadata: {}, status: "Success" } : failure(code)));
}

function failure(code: number): object {
  return {
    metadata: {},
    status: "Failure",
    message: `command terminated with non-zero exit code: command terminated with exit code ${code}`,
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: String(code) }] },
  };
}
