/** Records how the real kube-apiserver describes the columns of its Tables, for the control plane to describe them alike. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtInResources } from "@pintle/kinds/tables";
import { assertAnswer, type Json } from "../../test/conformance/answer.ts";
import { Client } from "../../test/conformance/client.ts";
import { startRealControlPlane } from "../../test/real/control-plane.ts";

const output = fileURLToPath(
  new URL("../../packages/controlplane/src/columns/generated/column-descriptions.ts", import.meta.url),
);
const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

await using plane = await startRealControlPlane();
const client = new Client({ name: "real", ...plane });

async function describedColumns(path: string): Promise<Json[]> {
  const answer = await client.get(path, path.endsWith("/scale") ? {} : { limit: 1 }, { headers });
  assertAnswer(answer, 200, { kind: "Table" });
  return answer.body.columnDefinitions;
}

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } };
const replicaSets = "/apis/apps/v1/namespaces/default/replicasets";
const spec = { replicas: 0, selector: { matchLabels: { app: "a" } }, template };
assertAnswer(await client.create(replicaSets, { metadata: { name: "a" }, spec }), 201);

const columns = new Map<string, Json[]>([["scale", await describedColumns(`${replicaSets}/a/scale`)]]);
for (const { group, version, plural, columns: found } of builtInResources) {
  // Those without a printer of their own show when they were made.
  if (found.length === 0 || found.some(({ type }) => type === "date")) continue;
  const path = group === "" ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`;
  columns.set(group === "" ? plural : `${plural}.${group}`, await describedColumns(path));
}

/** Name and age are described alike everywhere; the others by resource. */
const shared = new Map<string, string>();
const own: Record<string, Record<string, string>> = {};
for (const [resource, definitions] of columns) {
  for (const { name, description } of definitions) {
    if (name !== "Name" && name !== "Age") {
      own[resource] ??= {};
      own[resource][name] = description;
    } else if ((shared.get(name) ?? description) === description) shared.set(name, description);
    else throw new Error(`${resource} describes ${name} in its own words`);
  }
}

const text = `/** How kube-apiserver 1.36.3 describes the columns of its Tables. Written by \`make columns\`. */

export const nameDescription: string = ${JSON.stringify(shared.get("Name"))};
export const ageDescription: string = ${JSON.stringify(shared.get("Age"))};

/** By resource and column; \`scale\` is the subresource. */
export const columnDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(own)};
`;
writeFileSync(output, text);
execFileSync("biome", ["check", "--write", output], { stdio: "inherit" });
