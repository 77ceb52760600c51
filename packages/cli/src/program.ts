/** All commands, with their help. */
import { Command } from "commander";
import { addDown } from "./down.ts";
import { addRender } from "./render.ts";
import { addUp } from "./up.ts";

const help = `
Try it:
  pintle up --detach
  export KUBECONFIG=$PWD/.pintle/kubeconfig
  kubectl get nodes
  pintle down
`;

export function createProgram(): Command {
  const program = new Command("pintle")
    .description("Kubernetes operators in TypeScript, and a control plane to run them against")
    .exitOverride()
    // Complaints are written by who runs the program: one line each.
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .addHelpText("after", help);
  addUp(program);
  addDown(program);
  addRender(program);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}
