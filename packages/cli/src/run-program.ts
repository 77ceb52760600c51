/** Runs a command and says how it ended: 0 for well, 1 for a failure, 2 for what the user has to write differently. */
import { type Command, CommanderError } from "commander";

/** Something that the user can mend: one line says what and how. */
export class CommandError extends Error {
  override readonly name = "CommandError";
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
    // Help and version were asked for, and have been written.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const isMendable = error instanceof CommandError || error instanceof CommanderError;
    const message = error instanceof Error ? error.message : String(error);
    complain(isMendable ? withoutPrefix(message) : `pintle failed: ${message}`);
    return isMendable ? 2 : 1;
  }
}

function withoutPrefix(message: string): string {
  return message.replace(/^error: /, "").replaceAll("\n", " ");
}
