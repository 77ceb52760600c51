/**
 * The operator dies at every single write that it does, before it arrives or after it was done, and another life takes over: after each step
 * the world is the same as if nothing had happened, no child was made or removed once more than needed, and everything outside is cleaned up.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { createLogList } from "@pintle/machinery";
import { absent, defineOperator, type Operator, startOperators } from "pintle";
import { createIncarnation, type Fate } from "../runtime/incarnation.ts";
import type { RuntimePlane } from "../runtime/plane.ts";
import { Box, box, boxesOf } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

/** A map that can be renamed, a Secret that can be absent, a Namespace out of reach, and something outside of Kubernetes. */
function fragileBoxes(outside: Set<string>): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap, secret: Secret, space: Namespace },
    desired: ({ metadata, spec }) => {
      outside.add(metadata.name ?? "");
      return {
        map: ConfigMap({ ...(spec.name && { metadata: { name: spec.name } }), data: { text: spec.text } }),
        secret: spec.text === "less" ? absent : Secret({ stringData: { text: spec.text } }),
        space: Namespace({ metadata: { name: `space-of-${metadata.name}` } }),
      };
    },
    status: (_box, { map, secret }) => ({
      seen: map?.data?.text ?? "",
      parts: secret ? 2 : 1,
      conditions: { Ready: { status: "True", reason: "Seen", message: "" } },
    }),
    finalize: ({ metadata }) => void outside.delete(metadata.name ?? ""),
  });
}

const steps: readonly ((plane: OperatorPlane) => Promise<unknown>)[] = [
  (plane) => boxesOf(plane).create(box("a")),
  (plane) => boxesOf(plane).patch("a", { merge: { spec: { name: "renamed", text: "more" } } }),
  (plane) => boxesOf(plane).patch("a", { merge: { spec: { text: "less" } } }),
  (plane) => boxesOf(plane).delete("a"),
];

interface Outcome {
  readonly isCrashed: boolean;
  /** What there was after each step. */
  readonly states: readonly unknown[];
  /** How often each child came and went. */
  readonly history: Readonly<Record<string, number>>;
  readonly zombieWrites: readonly string[];
}

/** Plays all steps; the life that does the write of that number ends with it, and another one begins. */
async function play(crashAt: number | undefined, fate: Fate): Promise<Outcome> {
  await using plane = await startOperatorPlane({ resources: [Box] });
  const outside = new Set<string>();
  const history: Record<string, number> = {};
  const watching = new AbortController();
  const watches = [ConfigMap, Secret, Namespace].map((kind) => count(plane, kind, history, watching.signal));
  let writes = 0;
  const begin = async () => {
    const { clock, running } = plane;
    // Of a plane it takes no more than these.
    const life = createIncarnation({ clock, running, random: plane.client.random } as unknown as RuntimePlane, {
      fateOf: ({ path }) => {
        // Events may be lost with a process, and come when they come.
        if (path.includes("/events")) return "done";
        writes += 1;
        return writes === crashAt ? fate : "done";
      },
    });
    const starting = startOperators([fragileBoxes(outside)], { client: life.client, logger: createLogList().logger });
    starting.catch(() => {});
    await plane.settle();
    return { life, starting };
  };
  let current = await begin();
  const dead: (typeof current)[] = [];
  const states: unknown[] = [];
  for (const step of steps) {
    await step(plane);
    await plane.settle();
    if (current.life.isDead) {
      dead.push(current);
      current = await begin();
    }
    states.push({ ...(await stateOf(plane)), outside: [...outside] });
  }
  const stopping = (await current.starting).stop();
  await plane.settle();
  await stopping;
  watching.abort();
  await Promise.all(watches);
  return { states, history, isCrashed: dead.length > 0, zombieWrites: dead.flatMap(({ life }) => life.zombieWrites) };
}

async function count(
  { client }: OperatorPlane,
  kind: typeof ConfigMap | typeof Secret | typeof Namespace,
  history: Record<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const children = client.resource(kind as typeof ConfigMap);
  for await (const event of children.watch({ labelSelector: "pintle.dev/owner-uid", signal })) {
    if (event.type !== "ADDED" && event.type !== "DELETED") continue;
    const what = `${event.type} ${event.object.kind} ${event.object.metadata.name}`;
    history[what] = (history[what] ?? 0) + 1;
  }
}

async function stateOf(plane: OperatorPlane): Promise<object> {
  const { client } = plane;
  const labelSelector = "pintle.dev/owner-uid";
  const boxes = await boxesOf(plane).list();
  const maps = await client.resource(ConfigMap).list({ labelSelector });
  const secrets = await client.resource(Secret).list({ labelSelector });
  const spaces = await client.resource(Namespace).list({ labelSelector });
  return {
    boxes: boxes.items.map(({ metadata: { finalizers }, spec, status }) => ({
      ...{ finalizers, spec, inventory: status?.inventory, seen: status?.seen, parts: status?.parts },
      conditions: status?.conditions?.map(({ lastTransitionTime: _time, ...condition }) => condition),
    })),
    maps: maps.items.map(({ metadata, data }) => ({
      name: metadata.name,
      data,
      owners: metadata.ownerReferences?.length,
    })),
    secrets: secrets.items.map(({ metadata, data }) => ({ name: metadata.name, data })),
    spaces: spaces.items.map(({ metadata }) => metadata.name),
  };
}

for (const fate of ["dies before", "dies after"] as const) {
  test(`an operator that ${fate} any of its writes is done comes to the same end in its next life`, async () => {
    const reference = await play(undefined, "done");
    assert.deepEqual(reference.history, {
      "ADDED ConfigMap a": 1,
      "ADDED Secret a": 1,
      "ADDED Namespace space-of-a": 1,
      "ADDED ConfigMap renamed": 1,
      "DELETED ConfigMap a": 1,
      "DELETED Secret a": 1,
      "DELETED Namespace space-of-a": 1,
      "DELETED ConfigMap renamed": 1,
    });
    assert.deepEqual(reference.states.at(-1), { boxes: [], maps: [], secrets: [], spaces: [], outside: [] });
    let crashes = 0;
    for (let crashAt = 1; ; crashAt += 1) {
      const outcome = await play(crashAt, fate);
      if (!outcome.isCrashed) break;
      crashes += 1;
      assert.deepEqual(outcome.states, reference.states, `after a crash at write ${crashAt}`);
      assert.deepEqual(outcome.history, reference.history, `after a crash at write ${crashAt}`);
      assert.deepEqual(outcome.zombieWrites, [], `after a crash at write ${crashAt}`);
    }
    // Finalizer, three children and status; two children, a prune and status; a child, a prune and status; the end.
    assert.ok(crashes >= 13, `only ${crashes} writes`);
  });
}
