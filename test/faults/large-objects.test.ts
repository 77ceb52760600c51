/** Objects of built-in kinds with as many parts as a request holds, sound or not: judged in time that grows with their length, and told briefly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane();
const place = "/api/v1/namespaces/default";
const maxAnswerCharacters = 16 * 1024 * 1024;
const many = (count: number, item: (index: number) => Json): Json[] => Array.from({ length: count }, (_, i) => item(i));
const create = (path: string, body: Json): Promise<Answer> => within(20_000, () => plane.create(path, body));
const podOf = (spec: Json): Json => ({ metadata: { name: "large" }, spec });
const containerOf = (more: Json): Json => ({ containers: [{ name: "a", image: "b", ...more }] });

test("a pod of which every variable or port hides another is made, and told of as much as fits", async () => {
  for (const more of [
    { env: many(50_000, () => ({ name: "a" })) },
    { ports: many(30_000, () => ({ containerPort: 1 })) },
  ]) {
    const answer = await create(`${place}/pods`, podOf(containerOf(more)));
    assertAnswer(answer, 201);
    const characters = [answer.headers.warning ?? []].flat().join().length;
    assert.ok(characters > 0 && characters < 10_000, `${characters} characters of warnings`);
    assertAnswer(await plane.delete(`${place}/pods/large`), 200);
  }
});

test("an object of which every part is wrong is refused, in an answer that is not much longer than the request", async () => {
  const networking = "/apis/networking.k8s.io/v1/namespaces/default";
  for (const [path, body] of [
    [`${place}/configmaps`, { data: Object.fromEntries(many(50_000, (index) => [`/${index}`, ""]) as never) }],
    [`${place}/pods`, podOf({ containers: many(30_000, () => ({ name: "A!" })) })],
    [`${place}/pods`, podOf({ containers: many(50_000, () => ({ name: "a", image: "b" })) })],
    [`${place}/pods`, podOf(containerOf({ env: many(50_000, () => ({ name: "=" })) }))],
    [`${place}/services`, { spec: { ports: many(40_000, () => ({ name: "a", port: 1 })) } }],
    [`${networking}/ingresses`, { spec: { rules: many(50_000, () => ({ host: "x y", http: { paths: [{}] } })) } }],
    [
      `${networking}/networkpolicies`,
      { spec: { podSelector: {}, ingress: [{ from: many(50_000, () => ({ ipBlock: { cidr: "x" } })) }] } },
    ],
  ] as [string, Json][]) {
    const answer = await create(path, { ...body, metadata: { name: "large" } });
    assertStatus(answer, 422, "Invalid", / is invalid: \[/);
    assert.ok(answer.text.length < maxAnswerCharacters, `${path}: ${answer.text.length} characters`);
  }
});
