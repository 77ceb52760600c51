/** Starts run-child.ts as a process of its own and listens to what it says. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Child extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Of both streams. */
  readonly lines: string[];
  readonly stdout: string[];
  readonly stderr: string[];
  /** Resolves with the first line that has the text; rejects with all of them when the program ends without. */
  says(text: string): Promise<string>;
  readonly code: Promise<number | null>;
}

export function startChild(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Child {
  const script = fileURLToPath(new URL("./run-child.ts", import.meta.url));
  const { KUBECONFIG: _, KUBERNETES_SERVICE_HOST: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--conditions=pintle-source", ...process.execArgv, script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, ...environment },
  });
  const [lines, stdout, stderr]: string[][] = [[], [], []];
  const listeners = new Set<() => void>();
  for (const [stream, kept] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    createInterface(stream).on("line", (line) => {
      lines?.push(line);
      kept?.push(line);
      for (const listen of listeners) listen();
    });
  }
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const says = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines?.find((line) => line.includes(text));
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
      void code.then(() => reject(new Error(`it ended without ${JSON.stringify(text)}:\n${lines?.join("\n")}`)));
    });
  return {
    ...{ process: child, lines: lines ?? [], stdout: stdout ?? [], stderr: stderr ?? [], says, code },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await code;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer().on("error", reject);
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
