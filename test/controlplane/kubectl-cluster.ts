/** A plane with simulated nodes for all tests of a file, and the newest kubectl, unmodified, in a namespace of each test's own. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, describe, type TestContext, test } from "node:test";
import { type ControlPlaneOptions, type ListeningControlPlane, startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { createKubectl, type Lines, type Printed } from "../clients/kubectl.ts";
import { deployment } from "../clients/manifests.ts";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { findKubectls } from "../real/kubectls.ts";
import { missing } from "../tools.ts";

/** Words of a line are apart by spaces; what stands between single quotes is in one word, as in a shell. */
export interface Terminal {
  readonly namespace: string;
  /** To see what a command left, for less than a command costs. */
  readonly client: Client;
  /** What a command prints that has to succeed, without the last line break. */
  says(line: string, input?: unknown): Promise<string>;
  /** What a command prints that has to fail. */
  fails(line: string, input?: unknown): Promise<Printed>;
  /** Whichever way it ends. */
  run(line: string, input?: unknown, kubectl?: string): Promise<Printed>;
  /** A command that goes on until it is disposed of; its lines come one by one. */
  follow(line: string): Lines;
  /** The path of a collection in the namespace, or of an object of it: `at("apps/v1", "deployments", "web")`. */
  at(groupVersion: string, resource: string, name?: string): string;
}

/** As `{ "it does so": async (terminal) => … }`. */
export type TerminalTests = Readonly<Record<string, (terminal: Terminal, context: TestContext) => Promise<void>>>;

export interface ClusterOptions extends Pick<ControlPlaneOptions, "kubelet" | "nodes"> {
  /** How many tests run side by side; tests that change nodes want to be alone. */
  readonly atOnce?: number;
}

const [newest = ""] = findKubectls();

export function describeCluster(
  title: string,
  { atOnce = 4, nodes = 2, kubelet = {} }: ClusterOptions,
  tests: TerminalTests,
): void {
  describe(title, { skip: missing("kubectl"), concurrency: atOnce }, () => {
    let place: { readonly home: string; readonly kubeconfig: string };
    let plane: ListeningControlPlane;
    let client: Client;

    before(async () => {
      const home = mkdtempSync(`${tmpdir()}/pintle-kubectl-`);
      const kubeconfig = `${home}/kubeconfig`;
      place = { home, kubeconfig };
      const write = (text: string) => process.stderr.write(text);
      const logger = createConsoleLogger({ write, clock: createProcessClock(), level: "error" });
      plane = await startControlPlane({ profile: "workloads", nodes, kubelet, listen: {}, logger });
      writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
      const { url, ca, tokens, clientCa, proxyCa } = plane;
      client = new Client({ name: "pintle", url, ca, tokens, clientCa, proxyCa, kubeconfig });
      // The first command asks what there is, and all others find it in its cache.
      await openTerminal(client, { ...place, namespace: "default" }).says("get nodes");
    });
    after(async () => {
      await client?.close();
      await plane?.stop();
      rmSync(place.home, { recursive: true, force: true });
    });

    for (const [sentence, judge] of Object.entries(tests)) {
      test(sentence, async (context) => {
        const namespace = await client.namespace();
        await eventually(async () =>
          assertAnswer(await client.get(`/api/v1/namespaces/${namespace}/serviceaccounts/default`), 200),
        );
        await judge(openTerminal(client, { ...place, namespace }), context);
      });
    }
  });
}

/** The other versions of this machine. */
export function olderKubectls(): readonly string[] {
  return findKubectls().slice(1);
}

/** A kubectl that is typed to, in a namespace. */
export function openTerminal(
  client: Client,
  place: { readonly home: string; readonly kubeconfig: string; readonly namespace: string },
): Terminal {
  const { namespace } = place;
  const run = (line: string, input?: unknown, kubectl = newest) =>
    createKubectl(kubectl, place).run(splitWords(line), { input: input ?? "" });
  return {
    namespace,
    client,
    run,
    async says(line, input) {
      const { code, stdout, stderr } = await run(line, input);
      assert.equal(code, 0, `kubectl ${line} ended with ${code}:\n${stdout}${stderr}`);
      return stdout.trimEnd();
    },
    async fails(line, input) {
      const printed = await run(line, input);
      assert.notEqual(printed.code, 0, `kubectl ${line} did not fail:\n${printed.stdout}${printed.stderr}`);
      return printed;
    },
    follow: (line) => createKubectl(newest, place).follow(...splitWords(line)),
    at(groupVersion, resource, name) {
      const root = groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
      return `${root}/namespaces/${namespace}/${resource}${name === undefined ? "" : `/${name}`}`;
    },
  };
}

/** Makes a Deployment `web` and waits until it has rolled out, for less than commands cost. */
export async function deployWeb({ client, at }: Terminal, spec: Json = {}): Promise<void> {
  const manifest = deployment("web");
  const wanted = { ...manifest, spec: { ...manifest.spec, ...spec } };
  assertAnswer(await client.create(at("apps/v1", "deployments"), wanted), 201);
  const { replicas } = wanted.spec;
  await eventually(async () => {
    const answer = await client.get(at("apps/v1", "deployments", "web"));
    assertAnswer(answer, 200, { status: { availableReplicas: replicas, updatedReplicas: replicas } });
  });
}

/** Makes a pod `web` and waits until it is ready, for less than commands cost. */
export async function runWeb({ client, at }: Terminal): Promise<void> {
  const pod = { metadata: { name: "web" }, spec: { containers: [{ name: "web", image: "nginx" }] } };
  assertAnswer(await client.create(at("v1", "pods"), pod), 201);
  await eventually(async () => {
    const answer = await client.get(at("v1", "pods", "web"));
    assertAnswer(answer, 200, { status: { containerStatuses: [{ ready: true }] } });
  });
}

/** All of a kind in the namespace. */
export async function list({ client, at }: Terminal, groupVersion: string, resource: string): Promise<Json[]> {
  const answer = await client.get(at(groupVersion, resource));
  assertAnswer(answer, 200);
  return answer.body.items;
}

function splitWords(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) => word.replaceAll("'", ""));
}

/** Columns are as wide as their longest cell, which no test cares about. */
export function cells(printed: string): string[] {
  return printed.split("\n").map((line) => line.trim().replaceAll(/ {2,}|\t/g, " | "));
}
