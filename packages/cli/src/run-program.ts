/** Runs a command and says how it ended: 0 for well, 1 for a failure, 2 for what the user has to write differently. */
import { type Command, CommanderError } from "commander";

/** Something that the user can mend: one line says what and how. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A failure of which all has been said, and how the command ends for it. */
export class ReportedFailure extends Error {
  override readonly name = "ReportedFailure";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** `complain` gets one line for whatever went wrong. */
export async function runProgram(
  program: Command,
  args: readonly string[],
  complain: (line: string) => void,
): Promise<number> {
  try {
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof ReportedFailure) return error.exitCode;
    // Help was asked for, and has been written; without a command it is the complaint.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError && error.code === "commander.help") return 2;
    const isMendable = error instanceof CommandError || error instanceof CommanderError;
    const message = error instanceof Error ? error.message : String(error);
    complain(isMendable ? withoutPrefix(message) : `pintle failed: ${message}`);
    return isMendable ? 2 : 1;
  }
}

function withoutPrefix(message: string): string {
  return message.replace(/^error: /, "").replaceAll("\n", " ");
}
