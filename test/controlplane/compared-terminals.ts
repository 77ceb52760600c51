/**
 * The same lines typed to kubectl on our plane and on the real one, with its kube-controller-manager: what is printed has to be the same, but
 * for what differs from one run to the next. Neither has nodes of its own; the test binds pods and lets them run.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { Place } from "../conformance/workloads/place.ts";
import { startBothPlanes } from "./both-planes.ts";
import { openTerminal, type Terminal } from "./kubectl-cluster.ts";

interface Side {
  readonly place: Place;
  readonly terminal: Terminal;
  /** By the hash in its name, in the order in which they came. */
  readonly sets: Map<string, string>;
}

/** A line that is typed, or what happens meanwhile. */
export type Step = string | ((side: Side) => Promise<unknown>);

export interface ComparedPlanes extends AsyncDisposable {
  /** Does the steps on both sides, one after the other, in a namespace of their own. */
  compare(...steps: readonly Step[]): Promise<void>;
}

export async function startComparedPlanes(): Promise<ComparedPlanes> {
  await using stack = new AsyncDisposableStack();
  const { clients } = stack.use(await startBothPlanes());
  const planes = clients.map((client) => {
    const home = mkdtempSync(`${tmpdir()}/pintle-${client.server.name}-`);
    stack.defer(() => rmSync(home, { recursive: true, force: true }));
    return { client, home, kubeconfig: client.server.kubeconfig };
  });
  const kept = stack.move();
  return {
    async compare(...steps) {
      const sides = await Promise.all(planes.map(openSide));
      for (const step of steps) {
        if (typeof step === "string") await compareLine(step, sides);
        else await Promise.all(sides.map(step));
      }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function openSide({ client, home, kubeconfig }: { client: Client; home: string; kubeconfig: string }) {
  const place = await Place.open(client);
  const terminal = openTerminal(client, { home, kubeconfig, namespace: place.namespace });
  return { place, terminal, sets: new Map<string, string>() };
}

/** Controllers take their time, and events come late: a difference counts once it stays. What changes something is typed once. */
async function compareLine(line: string, sides: readonly Side[]): Promise<void> {
  const look = async () => {
    const [real, own] = await Promise.all(sides.map((side) => printed(line, side)));
    assert.deepEqual(own, real, `kubectl ${line}`);
  };
  if (/^(?:get|describe|rollout history|events|top) /.test(line)) await eventually(look, 8_000);
  else await look();
}

async function printed(line: string, side: Side): Promise<{ code: number; lines: string[] }> {
  const { place, terminal } = side;
  const name = [...side.sets.entries()].find(([, shown]) => line.includes(shown));
  const typed = name ? line.replaceAll(name[1], name[0]) : line;
  const { code, stdout, stderr } = await terminal.run(
    typed.replaceAll("NAMESPACE", place.namespace).replaceAll("NODE", place.node),
  );
  await learnSets(side);
  const lines = [stdout, stderr].flatMap((text) => hideChance(text, side));
  // All pods are evicted at once, and who is told of first is chance.
  return { code, lines: line.startsWith("drain ") ? lines.toSorted() : lines };
}

async function learnSets({ place, sets }: Side): Promise<void> {
  for (const { metadata } of await place.list("apps/v1", "replicasets")) {
    const hash = metadata.labels?.["pod-template-hash"];
    if (hash !== undefined && !sets.has(hash)) sets.set(hash, `set${sets.size + 1}`);
  }
}

/** What differs from one run to the next, in the order in which it is hidden. */
const chances: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/(set\d+)-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "$1-pod"],
  [/-[bcdfghjklmnpqrstvwxz2456789]{5}\b(?= +IPv4)/g, "-slice"],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID"],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "TIME"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+/g, "TIME"],
  [/(?<=resourceVersion: )"\d+"/g, "REVISION"],
  [/(?<=\/(?:LIVE|MERGED)-)\d+/g, "FOLDER"],
  [/\b\d+(?:\.\d+)?m?s\b/g, "AGE"],
  [/ \(x\d+ over AGE\)/g, ""],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "TOKEN"],
  [/\b10\.\d+\.\d+\.\d+\b/g, "IP"],
  // By the one controller of nodes that there is not here: it says how long a kubelet may remember Secrets.
  [/node\.alpha\.kubernetes\.io\/ttl: 0/g, "<none>"],
  // kubectl sometimes logs that its own watch was a short one.
  [/^[EIW]\d{4} .*\n/gm, ""],
  [/ {2,}/g, "  "],
  [/ +$/gm, ""],
  // The real one names the pods in any order, and each order is an event of its own.
  [/^( +Warning +FailedToUpdateEndpointSlices .*\n)\1+/gm, "$1"],
];

function hideChance(text: string, { place, sets, terminal }: Side): string[] {
  const names = [[place.namespace, "NAMESPACE"], [place.node, "NODE"], [terminal.client.server.url, "URL"], ...sets];
  let shown = text;
  for (const [name = "", instead = ""] of names) shown = shown.replaceAll(name, instead);
  for (const [pattern, instead] of chances) shown = shown.replaceAll(pattern, instead);
  return shown.split("\n");
}
