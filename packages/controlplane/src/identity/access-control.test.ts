import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryStorage, encodeStored, type UserInfo } from "@pintle/apiserver";
import { createVirtualClock, type JsonObject, type Logger, type Transport, UsageError } from "@pintle/machinery";
import { type AccessControlOptions, startAccessControl } from "./access-control.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const jane: UserInfo = { name: "jane", groups: [] };
const root: UserInfo = { name: "root", groups: ["system:masters"] };
const request = {
  ...{ isResource: true, path: "/api/v1/namespaces/a/pods", verb: "list", prefix: "api", group: "", version: "v1" },
  ...{ namespace: "a", resource: "pods", subresource: "", name: "", parts: [], labelSelector: "", fieldSelector: "" },
};

/** A webhook that says the same to everybody. */
function saying(status: JsonObject | string): NonNullable<AccessControlOptions["webhook"]> {
  const bytes = Buffer.from(typeof status === "string" ? status : JSON.stringify({ status }));
  const transport: Transport = {
    request: async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield bytes;
      })(),
    }),
  };
  return { connection: { transport, url: "https://reviewer.example/" } };
}

async function start(options: Pick<AccessControlOptions, "modes" | "webhook">) {
  const clock = createVirtualClock({ start: 0 });
  const storage = createMemoryStorage({ clock });
  const put = (path: string, object: JsonObject) =>
    storage.swap(
      `/registry/${path}`,
      0,
      encodeStored({ kind: "Any", apiVersion: "v1", metadata: {}, ...object }, "declared"),
    );
  await put("roles/a/reader", { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }] });
  await put("rolebindings/a/reader", {
    subjects: [{ kind: "User", name: "jane" }],
    roleRef: { kind: "Role", name: "reader" },
  });
  const access = await startAccessControl({ storage, clock, logger: silent, ...options });
  const ask = async (user: UserInfo, resource = "pods") =>
    (await access.authorizer({ user, request: { ...request, resource } })).decision;
  return { ...access, ask };
}

test("roles decide unless something else is said", async () => {
  const { ask, rulesOf } = await start({});
  assert.equal(await ask(jane), "allow");
  assert.equal(await ask(jane, "secrets"), "no-opinion");
  assert.equal(rulesOf(jane, "a").rules.length, 1);
});

test("modes are asked in order, and the first that has an opinion decides", async () => {
  const webhook = saying({ denied: true });
  assert.equal(await (await start({ modes: ["RBAC", "Webhook"], webhook })).ask(jane), "allow");
  assert.equal(await (await start({ modes: ["Webhook", "RBAC"], webhook })).ask(jane), "deny");
  assert.equal(await (await start({ modes: ["AlwaysDeny", "AlwaysAllow"] })).ask(jane), "allow");
  assert.equal(await (await start({ modes: ["AlwaysDeny"] })).ask(jane), "no-opinion");
});

test("system:masters may do everything in every mode, also while the webhook is broken", async () => {
  for (const options of [
    { modes: ["AlwaysDeny"] },
    { modes: ["Webhook"], webhook: saying({ denied: true }) },
    { modes: ["Webhook"], webhook: saying("broken") },
  ] as const) {
    assert.equal(await (await start(options)).ask(root, "secrets"), "allow");
  }
});

test("a broken webhook leaves it to the roles, and alone it is an error, never a yes", async () => {
  const webhook = saying("broken");
  assert.equal(await (await start({ modes: ["Webhook", "RBAC"], webhook })).ask(jane), "allow");
  await assert.rejects((await start({ modes: ["Webhook", "RBAC"], webhook })).ask(jane, "secrets"));
  await assert.rejects((await start({ modes: ["Webhook"], webhook })).ask(jane));
});

test("rules are listed by who can list them, and what cannot be listed is told", async () => {
  const all = await start({ modes: ["AlwaysAllow"] });
  assert.deepEqual(
    all.rulesOf(jane, "a").rules.map(({ verbs }) => verbs),
    [["*"], ["*"]],
  );
  const some = (await start({ modes: ["Webhook", "RBAC"], webhook: saying({}) })).rulesOf(jane, "a");
  assert.deepEqual([some.rules.length, some.error], [1, "webhook authorizer does not support user rule resolution"]);
});

test("the mode Webhook without a webhook is wrong use", async () => {
  await assert.rejects(start({ modes: ["Webhook"] }), UsageError);
});
