/** Records what the real kube-apiserver publishes: for the tests of @pintle/schema, the table that it takes from it, and the control plane. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "../conformance/client.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { askPublished } from "./ask.ts";
import { askBuiltInDocuments, formatDocuments } from "./built-in-documents.ts";
import { definitions } from "./definitions.ts";
import { formatRecording, formatTable } from "./recording.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const recording = `${root}packages/schema/testdata/openapi-published.json`;
const folder = `${root}packages/schema/src/openapi/generated`;
const planeFolder = `${root}packages/controlplane/src/openapi/generated`;

await using plane = await startRealControlPlane();
const client = new Client({ name: "real", ...plane });
try {
  // The definitions come later, and must not be among the built-in kinds.
  const builtIn = await askBuiltInDocuments(client);
  const published = await askPublished(client, definitions);
  mkdirSync(`${root}packages/schema/testdata`, { recursive: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(planeFolder, { recursive: true });
  writeFileSync(recording, formatRecording(published));
  writeFileSync(`${folder}/meta.ts`, formatTable(published));
  writeFileSync(`${planeFolder}/documents.ts`, formatDocuments(builtIn));
} finally {
  await client.close();
}
execFileSync(`${root}node_modules/.bin/biome`, ["check", "--write", "--log-level=error", folder, planeFolder], {
  stdio: "inherit",
});
