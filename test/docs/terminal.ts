/** A terminal in which commands are typed one after the other: what one of them exports is there for the next. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";

export interface Printed {
  readonly code: number | null;
  /** Of both streams, as it came. */
  readonly text: string;
}

/** A command that does not end by itself. */
export interface GoingOn {
  /** Resolves when it has printed this; rejects when it ends before. */
  until(text: string): Promise<void>;
  /** Ctrl-C, and then its end. */
  interrupt(): Promise<Printed>;
}

export interface Terminal {
  run(command: string): Promise<Printed>;
  start(command: string): GoingOn;
}

/** What runs when the signal is aborted is killed. */
export function createTerminal(folder: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Terminal {
  const kept = `${folder}/.exports`;
  const withExports = (command: string) => `if [ -f ${kept} ]; then . ${kept}; fi\n${command}`;
  const start = (script: string) => {
    // A group of its own, which Ctrl-C reaches as a whole.
    const child = spawn("bash", ["-c", script], { cwd: folder, env: environment, detached: true });
    child.stdin.end();
    const kill = () => process.kill(-(child.pid ?? 0), "SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    child.once("close", () => signal.removeEventListener("abort", kill));
    return child;
  };
  return {
    async run(command) {
      const child = start(withExports(`${command}\ncode=$?\nexport -p > ${kept}\nexit $code`));
      const output = collect(child);
      const [code] = await once(child, "close");
      return { code, text: output.text };
    },
    start: (command) => goOn(start(withExports(`exec ${command}`))),
  };
}

interface Output {
  text: string;
  /** Called whenever there is more of it. */
  onMore: () => void;
}

function collect(child: ChildProcessWithoutNullStreams): Output {
  const output: Output = { text: "", onMore: () => {} };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output.text += chunk;
      output.onMore();
    });
  }
  return output;
}

function goOn(child: ChildProcessWithoutNullStreams): GoingOn {
  const output = collect(child);
  let hasEnded = false;
  const ended = once(child, "close").then(([code]): Printed => {
    hasEnded = true;
    return { code, text: output.text };
  });
  return {
    until: (text) =>
      new Promise((resolve, reject) => {
        output.onMore = () => {
          if (output.text.includes(text)) resolve();
        };
        output.onMore();
        ended.then(() => reject(new Error(`it ended before it said ${JSON.stringify(text)}:\n${output.text}`)), reject);
      }),
    interrupt() {
      if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
      return ended;
    },
  };
}
