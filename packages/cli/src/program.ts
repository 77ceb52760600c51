/** All commands, with their help. */
import { Command } from "commander";
import { addUp } from "./up.ts";

export function createProgram(): Command {
  const program = new Command("pintle")
    .description("Kubernetes operators in TypeScript, and a control plane to run them against")
    .exitOverride()
    // Complaints are written by who runs the program: one line each.
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError();
  addUp(program);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}
