/** Our own control plane's answers to the corpus, compared with the recorded ones. */
import { servers } from "../conformance/chapters.ts";
import { Client } from "../conformance/client.ts";
import { type Comparison, compareSequence } from "./agreement.ts";
import { readSequences, replayAnswers } from "./corpus.ts";

/** What our plane does by itself, it does at once. */
const patience = { limitMs: 3_000, pauseMs: 10, goesOn: true };

export async function compareOwnAnswers(): Promise<Comparison[]> {
  const start = servers.pintle;
  if (start === undefined) throw new Error("our own control plane is not among the servers");
  await using plane = await start("apiserver");
  const client = new Client({ name: "pintle", ...plane });
  const comparisons: Comparison[] = [];
  for (const [file, sequences] of await readSequences()) {
    const replayed = await replayAnswers(client, file, sequences, patience);
    comparisons.push(...replayed.flatMap((sequence) => compareSequence(file, sequence)));
  }
  await client.close();
  return comparisons;
}
