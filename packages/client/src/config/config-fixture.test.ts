/** A machine of a test's own: its files, commands, network and time are what the test says, and all that happens is written down. */
import { createVirtualClock, type VirtualClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { CommandResult, CommandToRun, ConfigSeams, HttpExchangeRequest } from "./config-seams.ts";

export interface TestMachine {
  readonly seams: ConfigSeams;
  readonly clock: VirtualClock;
  /** Text by path. */
  readonly files: Map<string, string>;
  /** Paths in the order in which they were read. */
  readonly reads: string[];
  readonly commands: CommandToRun[];
  readonly requests: HttpExchangeRequest[];
  readonly said: string[];
  environment: Record<string, string>;
}

export interface TestMachineOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Record<string, string>;
  readonly run?: (command: CommandToRun) => Promise<CommandResult>;
  readonly exchange?: ConfigSeams["exchange"];
  readonly hasTerminal?: boolean;
}

export function createTestMachine(options: TestMachineOptions = {}): TestMachine {
  const files = new Map(Object.entries(options.files ?? {}));
  const clock = createVirtualClock();
  const environment = options.environment ?? {};
  const [reads, commands, requests, said]: [string[], CommandToRun[], HttpExchangeRequest[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  const seams: ConfigSeams = {
    environment,
    home: "/home/me",
    clock,
    hasTerminal: options.hasTerminal ?? false,
    say: (text) => said.push(text),
    files: {
      async read(path) {
        reads.push(path);
        const text = files.get(path);
        if (text === undefined)
          throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: "ENOENT" });
        return text;
      },
      async replace(path, text) {
        files.set(path, text);
      },
    },
    async run(command) {
      commands.push(command);
      if (!options.run) throw new Error("nothing can be run here");
      return await options.run(command);
    },
    async exchange(request) {
      requests.push(request);
      if (!options.exchange) throw new Error("nobody answers here");
      return await options.exchange(request);
    },
  };
  return { seams, clock, files, reads, commands, requests, said, environment };
}

const validity = { nowMs: Date.now() };
export const authority = createAuthority("test authority", validity);
export const otherAuthority = createAuthority("another authority", validity);
export const jane = authority.issue({ commonName: "jane", ...validity });
export const john = authority.issue({ commonName: "john", ...validity });

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

export interface KubeconfigParts {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
}

/** A kubeconfig with one of each, as JSON. */
export function kubeconfigText({ cluster, user, context }: KubeconfigParts = {}): string {
  return JSON.stringify({
    "current-context": "main",
    clusters: [{ name: "c", cluster: { server: "https://example.com:6443", ...cluster } }],
    users: [{ name: "u", user: user ?? {} }],
    contexts: [{ name: "main", context: { cluster: "c", user: "u", ...context } }],
  });
}
