/**
 * The corpus: what the real kube-apiserver answers to the written-out sequences.
 *
 * `record` sends them and writes the answers, masked, to `recorded/`; doing it again gives the same bytes. `replay` sends them to
 * any server and tells where its answers differ from the recorded ones, both side by side.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "../conformance/client.ts";
import { type Patience, play, type RecordedAnswer } from "./play.ts";
import type { Sequence } from "./sequence.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const sequencesAtOnce = 4;

interface Recording {
  readonly kubernetes: string;
  readonly sequences: readonly { readonly name: string; readonly answers: readonly RecordedAnswer[] }[];
}

/** The files of sequences by name; each exports `sequences`. */
export async function readSequences(): Promise<Map<string, readonly Sequence[]>> {
  const files = new Map<string, readonly Sequence[]>();
  for (const path of globSync("sequences/*.ts", { cwd: here }).toSorted()) {
    const { sequences } = (await import(here + path)) as { sequences: readonly Sequence[] };
    const names = new Set(sequences.map(({ name }) => name));
    if (names.size !== sequences.length) throw new Error(`${path}: two sequences have the same name`);
    files.set(basename(path, ".ts"), sequences);
  }
  return files;
}

export async function record(client: Client, file: string, sequences: readonly Sequence[]): Promise<void> {
  const { gitVersion } = (await client.get("/version")).body;
  const answers = await playAll(client, sequences);
  mkdirSync(`${here}recorded`, { recursive: true });
  writeFileSync(recordingPath(file), format(gitVersion, sequences, answers));
}

/** One text per sequence whose answers differ: the request and both answers. */
export async function replay(client: Client, file: string, sequences: readonly Sequence[]): Promise<string[]> {
  const replayed = await replayAnswers(client, file, sequences);
  return replayed.flatMap(({ name, recorded, answered }) => {
    const difference = compare(recorded, answered);
    return difference === undefined ? [] : [`corpus ${file}: ${name}\n${difference}`];
  });
}

/** What the real server answered to a sequence, and what another one did. */
export interface ReplayedSequence {
  readonly name: string;
  readonly recorded: readonly RecordedAnswer[];
  readonly answered: readonly RecordedAnswer[];
}

export async function replayAnswers(
  client: Client,
  file: string,
  sequences: readonly Sequence[],
  patience?: Patience,
): Promise<ReplayedSequence[]> {
  const expected = readRecording(file);
  const answers = await playAll(client, sequences, patience);
  return sequences.map(({ name }, index) => ({
    name,
    recorded: expected.get(name) ?? [],
    answered: answers[index] ?? [],
  }));
}

/** The names of the files that are recorded. */
export function recordedFiles(): string[] {
  return globSync("recorded/*.json", { cwd: here })
    .map((path) => basename(path, ".json"))
    .toSorted();
}

/** The recorded answers of a file, by the name of their sequence. */
export function readRecording(file: string): Map<string, readonly RecordedAnswer[]> {
  const recording: Recording = JSON.parse(readFileSync(recordingPath(file), "utf8"));
  return new Map(recording.sequences.map(({ name, answers }) => [name, answers]));
}

function compare(expected: readonly RecordedAnswer[], actual: readonly RecordedAnswer[]): string | undefined {
  const count = Math.max(expected.length, actual.length);
  for (let index = 0; index < count; index += 1) {
    const [want, got] = [expected[index], actual[index]].map((answer) => JSON.stringify(answer, undefined, 1));
    if (want !== got) return sideBySide(want ?? "(not recorded: run `make corpus`)", got ?? "(no answer)");
  }
  return undefined;
}

/** The lines in which the two differ, each with its counterpart; what they share is left out. */
function sideBySide(expected: string, actual: string): string {
  const [want, got] = [expected.split("\n"), actual.split("\n")];
  const request = (JSON.parse(actual.startsWith("{") ? actual : expected) as RecordedAnswer).request;
  const shared = new Set(want.filter((line) => got.includes(line)));
  const rows = [...want.filter((line) => !shared.has(line)).map((line) => `  recorded  ${line.trim()}`)];
  rows.push(...got.filter((line) => !shared.has(line)).map((line) => `  got       ${line.trim()}`));
  return [`  request   ${request}`, ...rows].join("\n");
}

async function playAll(
  client: Client,
  sequences: readonly Sequence[],
  patience?: Patience,
): Promise<RecordedAnswer[][]> {
  const answers: RecordedAnswer[][] = [];
  let next = 0;
  const workers = Array.from({ length: sequencesAtOnce }, async () => {
    for (let index = next++; index < sequences.length; index = next++)
      answers[index] = await play(client, sequences[index] as Sequence, patience);
  });
  await Promise.all(workers);
  return answers;
}

function recordingPath(file: string): string {
  return `${here}recorded/${file}.json`;
}

/** One line an answer, so that a change of one word is a change of one line. */
function format(kubernetes: string, sequences: readonly Sequence[], answers: readonly RecordedAnswer[][]): string {
  const blocks = sequences.map(({ name }, index) => {
    const lines = (answers[index] ?? []).map((answer) => `        ${JSON.stringify(answer)}`);
    return `    {\n      "name": ${JSON.stringify(name)},\n      "answers": [\n${lines.join(",\n")}\n      ]\n    }`;
  });
  return `{\n  "kubernetes": ${JSON.stringify(kubernetes)},\n  "sequences": [\n${blocks.join(",\n")}\n  ]\n}\n`;
}
