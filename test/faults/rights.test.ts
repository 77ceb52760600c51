/** Rights by the ten thousand, and roles that are odd or go round in circles: answers come in time, and in doubt they are no. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { uniqueName } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { startPlane, within } from "./plane.ts";

const plane = await startPlane({ users: [{ name: "eve", groups: ["developers"] }] });
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const apiGroup = "rbac.authorization.k8s.io";
const readMaps = { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] };
const eve = { kind: "User", apiGroup, name: "eve" };
const asEve = (path: string): Promise<Answer> => plane.ask("GET", path, { as: "eve" });

async function make(resource: string, name: string, rest: Json): Promise<void> {
  assertAnswer(await plane.create(`${rbac}/${resource}`, { metadata: { name }, ...rest }), 201);
}

const bind = (role: string, subjects: Json[]): Promise<void> =>
  make("clusterrolebindings", role, { roleRef: { apiGroup, kind: "ClusterRole", name: role }, subjects });

test("ten thousand roles, each bound to somebody else, cost who asks nothing, and give nobody anything", async () => {
  const maps = await plane.configMaps();
  const ask = () => within(4_000, async () => Promise.all(Array.from({ length: 100 }, () => asEve(maps))));
  for (const answer of await ask()) assertStatus(answer, 403, "Forbidden", / is forbidden: User "eve" cannot /);
  for (let number = 0; number < 10_000; number += 1) {
    await make("clusterroles", `r${number}`, { rules: [readMaps] });
    await bind(`r${number}`, [{ ...eve, name: `eve${number}` }]);
  }
  for (const answer of await ask()) assertStatus(answer, 403, "Forbidden", / is forbidden: User "eve" cannot /);
  await make("clusterroles", "hers", { rules: [readMaps] });
  await bind("hers", [eve]);
  await eventually(async () => assertAnswer(await asEve(maps), 200));
  for (const answer of await ask()) assertAnswer(answer, 200);
  assertStatus(
    await asEve(maps.replace("configmaps", "secrets")),
    403,
    "Forbidden",
    / is forbidden: User "eve" cannot /,
  );
  assertAnswer(await plane.delete(`${rbac}/clusterrolebindings/hers`), 200);
  await eventually(async () => assertStatus(await asEve(maps), 403, "Forbidden", / is forbidden: User "eve" cannot /));
});

test("a role of ten thousand rules, and a binding of ten thousand subjects, are asked and told in time", async () => {
  const name = uniqueName("large");
  const rules = Array.from({ length: 10_000 }, (_, index) => ({ ...readMaps, resources: [`things${index}`] }));
  await within(10_000, () => make("clusterroles", name, { rules: [...rules, { ...readMaps, resources: ["leases"] }] }));
  const subjects = Array.from({ length: 10_000 }, (_, index) => ({ ...eve, name: `other${index}` }));
  await within(10_000, () => bind(name, [...subjects, eve]));
  await eventually(async () => assertAnswer(await asEve("/api/v1/leases"), 404));
  assertStatus(await within(2_000, () => asEve("/api/v1/pods")), 403, "Forbidden", / is forbidden: User "eve" cannot /);
  const body = { spec: { namespace: "default" } };
  const review = () => plane.ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", { body, as: "eve" });
  const told = await within(10_000, review);
  assertAnswer(told, 201);
  assert.ok(told.body.status.resourceRules.length > 10_000);
  assertAnswer(await plane.delete(`${rbac}/clusterrolebindings/${name}`), 200);
});

test("roles that gather themselves and each other give what they gather, and no more", async () => {
  const label = uniqueName("circle");
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { circle: label } }] };
  for (const name of [`${label}-a`, `${label}-b`]) {
    const role = { metadata: { name, labels: { circle: label } }, aggregationRule };
    assertAnswer(await plane.create(`${rbac}/clusterroles`, role), 201);
  }
  await bind(`${label}-a`, [eve]);
  const maps = await plane.configMaps();
  assertStatus(await asEve(maps), 403, "Forbidden", / is forbidden: User "eve" cannot /);
  const real = { metadata: { name: `${label}-c`, labels: { circle: label } }, rules: [readMaps] };
  assertAnswer(await plane.create(`${rbac}/clusterroles`, real), 201);
  await eventually(async () => assertAnswer(await asEve(maps), 200));
  assertStatus(
    await asEve(maps.replace("configmaps", "secrets")),
    403,
    "Forbidden",
    / is forbidden: User "eve" cannot /,
  );
  assertAnswer(await plane.delete(`${rbac}/clusterrolebindings/${label}-a`), 200);
});

test("rules that are not what they should be are refused, and never give anything", async () => {
  const maps = await plane.configMaps();
  for (const [rules, status] of [
    [[{ apiGroups: [""], resources: ["configmaps"] }], 422],
    [[{ apiGroups: [""], resources: ["configmaps"], verbs: [] }], 422],
    [[{ ...readMaps, nonResourceURLs: ["*"] }], 422],
    [[{ ...readMaps, verbs: "get" }], 400],
    [[{ ...readMaps, verbs: [null, "__proto__"] }], 201],
    [[{ ...readMaps, resources: ["configmaps/*", "**", "*map*"] }], 201],
    [[{ ...readMaps, resourceNames: ["constructor"] }], 201],
  ] as const) {
    const name = uniqueName("odd");
    const answer = await plane.create(`${rbac}/clusterroles`, { metadata: { name }, rules });
    assert.equal(answer.status, status, JSON.stringify(rules));
    if (status === 201) await bind(name, [eve]);
    assertStatus(await asEve(maps), 403, "Forbidden", / is forbidden: User "eve" cannot /);
  }
});
