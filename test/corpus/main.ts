/** `node main.ts record [file …]` asks the real server and writes; `node main.ts replay [file …]` asks it again and compares. */
import { Client } from "../conformance/client.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { readSequences, record, replay } from "./corpus.ts";

const [verb, ...wanted] = process.argv.slice(2);
if (verb !== "record" && verb !== "replay") throw new Error("say record or replay");
const files = [...(await readSequences())].filter(([file]) => wanted.length === 0 || wanted.includes(file));
await using plane = await startRealControlPlane();
const client = new Client({ name: "real", ...plane });
let passed = 0;
let failed = 0;
for (const [file, sequences] of files) {
  const differences = verb === "record" ? await record(client, file, sequences) : await replay(client, file, sequences);
  for (const difference of differences ?? []) console.log(difference);
  failed += differences?.length ?? 0;
  passed += sequences.length - (differences?.length ?? 0);
  console.log(`${verb === "record" ? "recorded" : "replayed"} ${file}: ${sequences.length} sequences`);
}
await client.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
