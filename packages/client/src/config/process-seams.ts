/** The machine itself as a configuration sees it: its environment, files, commands and network, each with a limit. */
import { createReadStream } from "node:fs";
import { chmod, open, realpath, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { isatty } from "node:tty";
import { createProcessClock } from "@pintle/machinery";
import type { ConfigFiles, ConfigSeams, HttpExchange } from "./config-seams.ts";
import { runCommand } from "./run-command.ts";

/** A kubeconfig of a thousand clusters has about five megabytes. */
const longestFileBytes = 16 * 1024 * 1024;
const longestAnswerBytes = 1024 * 1024;

export function createProcessSeams(): ConfigSeams {
  const environment = process.env;
  return {
    environment,
    home: environment.HOME || homedir(),
    clock: createProcessClock(),
    files: processFiles,
    run: runCommand,
    exchange: exchangeByUndici,
    hasTerminal: isatty(0),
    say: (text) => process.stderr.write(text),
  };
}

const processFiles: ConfigFiles = {
  async read(path) {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of createReadStream(path, { end: longestFileBytes })) {
      chunks.push(chunk);
      length += chunk.length;
    }
    if (length > longestFileBytes) throw new Error(`it has more than ${longestFileBytes} bytes`);
    return Buffer.concat(chunks).toString("utf8");
  },

  async replace(path, text) {
    const target = await realpath(path);
    const lock = `${target}.lock`;
    // kubectl holds the same lock while it writes: who comes second gives up rather than undo what the first did.
    const handle = await open(lock, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
      await chmod(lock, 0o600);
      await rename(lock, target);
    } catch (error) {
      await rm(lock, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  },
};

const exchangeByUndici: HttpExchange = async ({ url, ca, proxyUrl, method, headers, body, signal }) => {
  const { default: undici } = await import("undici");
  const { Agent, ProxyAgent, request } = undici;
  const tls = ca === undefined ? {} : { ca };
  const dispatcher =
    proxyUrl === undefined ? new Agent({ connect: tls }) : new ProxyAgent({ uri: proxyUrl, requestTls: tls });
  try {
    const answer = await request(url, { method, signal, dispatcher, headers: headers ?? {}, body: body ?? null });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > longestAnswerBytes) throw new Error(`the answer has more than ${longestAnswerBytes} bytes`);
      chunks.push(chunk);
    }
    return { status: answer.statusCode, body: Buffer.concat(chunks).toString("utf8") };
  } finally {
    await dispatcher.destroy();
  }
};
