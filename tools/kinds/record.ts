/** Asks a running kube-apiserver and Kubernetes' Go types what they say about the built-in kinds, and writes the answers down. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { type ControlPlane, startRealControlPlane } from "../../test/real/control-plane.ts";
import { type Column, type Resource, recordedFolder, type Schema } from "./recorded.ts";

type Ask = <Body>(path: string, accept?: string) => Promise<Body>;

export async function record(): Promise<void> {
  await using plane = await startRealControlPlane();
  const agent = new Agent({ connect: { ca: plane.ca } });
  try {
    const ask = asking(plane, agent);
    mkdirSync(recordedFolder, { recursive: true });
    writeLines("resources", await resourcesOf(ask));
    writeLines("schemas", await schemasOf(ask));
  } finally {
    await agent.close();
  }
  const types = execFileSync("go", ["run", "."], {
    cwd: fileURLToPath(new URL("go", import.meta.url)),
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  writeFileSync(`${recordedFolder}/go-types.jsonl`, types);
}

function asking({ url, tokens }: ControlPlane, dispatcher: Agent): Ask {
  return async <Body>(path: string, accept = "application/json") => {
    const headers = { accept, authorization: `Bearer ${tokens.admin}` };
    const { statusCode, body } = await request(url + path, { headers, dispatcher });
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode} ${await body.text()}`);
    return (await body.json()) as Body;
  };
}

interface Discovery {
  items: {
    metadata: { name?: string };
    versions: { version: string; resources: Omit<Resource, "group" | "version" | "columns">[] }[];
  }[];
}

async function resourcesOf(ask: Ask): Promise<Resource[]> {
  const found: Resource[] = [];
  for (const root of ["/api", "/apis"]) {
    const aggregated = "application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList";
    const { items } = await ask<Discovery>(root, aggregated);
    for (const { metadata, versions } of items)
      for (const { version, resources } of versions)
        for (const resource of resources) {
          const path = [root, metadata.name, version, resource.resource].filter(Boolean).join("/");
          const columns = resource.verbs.includes("list") ? await columnsOf(ask, path) : [];
          found.push({ group: metadata.name ?? "", version, ...resource, columns });
        }
  }
  const key = ({ group, version, resource }: Resource) => `${group}/${version}/${resource}`;
  return found.sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

async function columnsOf(ask: Ask, path: string): Promise<Column[]> {
  const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { columnDefinitions } = await ask<{ columnDefinitions: Column[] }>(`${path}?limit=1`, asTable);
  return columnDefinitions.map(({ name, type, format, priority }) => ({ name, type, format, priority }));
}

async function schemasOf(ask: Ask): Promise<{ name: string; schema: Schema }[]> {
  const { paths } = await ask<{ paths: Record<string, { serverRelativeURL: string }> }>("/openapi/v3");
  const schemas = new Map<string, Schema>();
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    if (!/^apis?\/(.*\/)?v\d+$/.test(path)) continue;
    const document = await ask<{ components?: { schemas?: Record<string, Schema> } }>(serverRelativeURL);
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
      schemas.set(name, withoutDescriptions(schema) as Schema);
  }
  return [...schemas].sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, schema]) => ({ name, schema }));
}

/** A property may be called `description` too: then its value is a schema and stays. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => key !== "description" || typeof inner !== "string");
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutDescriptions(inner)]));
}

function writeLines(name: string, rows: readonly unknown[]): void {
  writeFileSync(`${recordedFolder}/${name}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
