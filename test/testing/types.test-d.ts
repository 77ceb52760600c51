/** What the compiler knows of a plane for tests. */
import { startTestPlane, type TestPlane } from "@pintle/testing";
import { ConfigMap, Node } from "pintle/kinds";
import { Greeting, greetings } from "./greetings.ts";

declare const plane: TestPlane;

// Objects have the types of their kinds.
const text: string | undefined = (await plane.get(ConfigMap, "a")).data?.text;
const seen: string | undefined = (await plane.get(Greeting, { namespace: "x", name: "a" })).status?.seen;
const [first] = await plane.list(Greeting, { labelSelector: { matchLabels: { a: "b" } } });
const copies: number | undefined = first?.spec.copies;
// @ts-expect-error: a Greeting has no such field.
first?.spec.color;
await plane.get(Node, "node-0");

// Operators are made by a function.
await startTestPlane({ operators: () => [greetings()] });
await startTestPlane({ operators: async () => [greetings()], nodes: 0 });
// @ts-expect-error: an array is none.
await startTestPlane({ operators: [greetings()] });
// @ts-expect-error: a plane for tests does not listen.
await startTestPlane({ operators: () => [greetings()], listen: {} });
// @ts-expect-error: there is no such profile.
await startTestPlane({ operators: () => [greetings()], profile: "all" });

// Conditions have one of three statuses.
await plane.assertCondition(Greeting({ metadata: { name: "a" }, spec: {} }), "Ready", "True");
// @ts-expect-error: this is none of them.
await plane.assertCondition({ apiVersion: "v1", kind: "Node", metadata: { name: "a" } }, "Ready", "Yes");

export const known = { text, seen, copies };
