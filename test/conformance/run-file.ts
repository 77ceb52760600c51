/** Runs one file of a chapter against a server, in a process of its own, and counts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { type Counts, runTestFile } from "../run-test-file.ts";
import type { Chapter } from "./chapters.ts";
import type { ServerDescription } from "./client.ts";

export interface Outcome extends Counts {
  readonly file: string;
  readonly chapter: Chapter;
}

export async function runFile(server: ServerDescription, chapter: Chapter, file: string): Promise<Outcome> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-conformance-`);
  const { name, url, ca, tokens, clientCa, proxyCa, kubeconfig } = server;
  const description: ServerDescription = { name, url, ca, tokens, clientCa, proxyCa, kubeconfig };
  writeFileSync(`${folder}/server.json`, JSON.stringify(description), { mode: 0o600 });
  try {
    return { file, chapter, ...(await runTestFile(file, { PINTLE_SERVER: `${folder}/server.json` })) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
