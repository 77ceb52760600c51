/**
 * `node main.ts record [file …]` asks the real server and writes; `node main.ts replay [server] [file …]` asks it, or another server that can
 * be judged, again and compares.
 */
import { servers } from "../conformance/chapters.ts";
import { Client } from "../conformance/client.ts";
import { readSequences, record, replay } from "./corpus.ts";

const [verb, ...words] = process.argv.slice(2);
if (verb !== "record" && verb !== "replay") throw new Error("say record or replay");
const name = verb === "replay" ? (words.find((word) => Object.hasOwn(servers, word)) ?? "real") : "real";
const start = servers[name];
if (start === undefined) throw new Error(`there is no server "${name}"`);
const wanted = words.filter((word) => word !== name);
const files = [...(await readSequences())].filter(([file]) => wanted.length === 0 || wanted.includes(file));
await using plane = await start("apiserver");
const client = new Client({ name, ...plane });
let passed = 0;
let failed = 0;
for (const [file, sequences] of files) {
  const differences = verb === "record" ? await record(client, file, sequences) : await replay(client, file, sequences);
  for (const difference of differences ?? []) console.log(difference);
  const same = sequences.length - (differences?.length ?? 0);
  failed += sequences.length - same;
  passed += same;
  const share = ((100 * same) / sequences.length).toFixed(1);
  console.log(`${verb === "record" ? "recorded" : "replayed"} ${file}: ${same} of ${sequences.length} (${share} %)`);
}
await client.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
