/**
 * Which credential plugins this process was started by, told from one to the next in a variable of the environment.
 *
 * A plugin that loads the kubeconfig which names it would start itself, and that one itself again, until the machine is full.
 */
import { createHash } from "node:crypto";
import { CredentialsError } from "./credentials-error.ts";

const longestChain = 8;

/** The variable for the plugin that is about to be started. Throws where it stands in the chain already. */
export function enterPlugin(
  environment: Readonly<Record<string, string | undefined>>,
  command: string,
  args: readonly string[],
  source: string,
): { readonly PINTLE_EXEC_CHAIN: string } {
  const chain = (environment.PINTLE_EXEC_CHAIN ?? "").split(",").filter(Boolean);
  // Arguments may be secret, so a digest goes from process to process.
  const own = createHash("sha256")
    .update(JSON.stringify([command, ...args]))
    .digest("hex")
    .slice(0, 16);
  if (chain.includes(own) || chain.length >= longestChain) {
    throw new CredentialsError(
      `${source}: the command was started to get credentials and asks for them in the same way, without end; ` +
        "give it a kubeconfig of its own",
    );
  }
  return { PINTLE_EXEC_CHAIN: [...chain, own].join(",") };
}
