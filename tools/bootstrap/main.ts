/**
 * Records the objects that the real kube-apiserver has from its first start on, for the control plane to have them too, and how they lie in
 * its storage. `--stored` does the second alone, which takes no real server.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assertAnswer, type Json } from "../../test/conformance/answer.ts";
import { Client } from "../../test/conformance/client.ts";
import { startRealControlPlane } from "../../test/real/control-plane.ts";

/** In the order in which they have to be made: what stands in a namespace comes after it. */
const paths = [
  "/api/v1/namespaces",
  "/apis/apiregistration.k8s.io/v1/apiservices",
  "/apis/networking.k8s.io/v1/servicecidrs",
  "/apis/scheduling.k8s.io/v1/priorityclasses",
  "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
  "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
  "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  "/apis/rbac.authorization.k8s.io/v1/roles",
  "/apis/rbac.authorization.k8s.io/v1/rolebindings",
];

const output = fileURLToPath(new URL("generated/objects.ts", import.meta.url));
const storedOutput = fileURLToPath(
  new URL("../../packages/controlplane/src/bootstrap/generated/stored-objects.ts", import.meta.url),
);

/** What the server sets by itself, and what says who wrote it, is left out. */
function toManifest({ metadata, status: _status, ...rest }: Json): Json {
  const { name, namespace, labels, annotations } = metadata;
  return { metadata: { name, namespace, labels, annotations }, ...rest };
}

async function recordObjects(): Promise<void> {
  await using plane = await startRealControlPlane();
  const client = new Client({ name: "real", ...plane });
  const collections: Json[] = [];
  for (const path of paths) {
    const answer = await client.get(path);
    assertAnswer(answer, 200);
    const { apiVersion, kind, items } = answer.body;
    const type = { apiVersion, kind: kind.replace(/List$/, "") };
    const objects = items
      .map((item: Json) => ({ ...type, ...toManifest(item) }))
      // A role that gathers others is written without what it gathered.
      .map((item: Json) => (item.aggregationRule ? { ...item, rules: undefined } : item));
    collections.push({ path, objects });
  }
  await client.close();
  writeFileSync(
    output,
    `/** What kube-apiserver 1.36.3 has from its first start on. Written by \`make bootstrap\`. */
import type { JsonObject } from "@pintle/machinery";

export const bootstrapObjects: readonly { readonly path: string; readonly objects: readonly JsonObject[] }[] = ${JSON.stringify(collections)};
`,
  );
  execFileSync("biome", ["check", "--write", "--log-level=error", output], { stdio: "inherit" });
}

async function writeStoredObjects(): Promise<void> {
  // The objects may just have been written, and are read only now.
  const { readStoredObjects } = await import("./stored-objects.ts");
  const { whenCreated } = await readStoredObjects();
  writeFileSync(
    storedOutput,
    `/** What kube-apiserver 1.36.3 has from its first start on, as it lies in storage: the key, a space, the JSON. Written by \`make bootstrap\`. */
export const storedObjects: readonly string[] = ${JSON.stringify(whenCreated)};
`,
  );
  execFileSync("biome", ["check", "--write", "--log-level=error", storedOutput], { stdio: "inherit" });
}

if (!process.argv.includes("--stored")) await recordObjects();
await writeStoredObjects();
