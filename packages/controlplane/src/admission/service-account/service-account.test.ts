import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeStored } from "@pintle/apiserver";
import { ApiError, createVirtualClock, type JsonObject } from "@pintle/machinery";
import {
  type AskedWrite,
  attributesOf,
  firstRound,
  objectsWith,
  refusalOf,
  storageWith,
} from "../admission-fixture.test.ts";
import { followStoredObjects } from "../stored-objects.ts";
import { createServiceAccount } from "./service-account.ts";

const accountOf = (more: JsonObject = {}, name = "default"): JsonObject => ({ metadata: { name }, ...more });
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";

async function admit(account: JsonObject, spec: JsonObject, metadata: JsonObject = {}): Promise<JsonObject> {
  const name = String((account.metadata as JsonObject).name);
  const plugin = createServiceAccount(await objectsWith({ [`serviceaccounts/n/${name}`]: account }));
  const pod = await plugin.mutate?.(attributesOf({ metadata, spec }, { namespace: "n" }), firstRound);
  assert.ok(pod);
  return pod.spec as JsonObject;
}

async function judge(account: JsonObject, pod: JsonObject, write: AskedWrite = {}): Promise<string | undefined> {
  const plugin = createServiceAccount(await objectsWith({ "serviceaccounts/n/default": account }));
  return refusalOf(plugin.validate?.(attributesOf(pod, { namespace: "n", ...write })));
}

const refused = (why: string) => `pods "a" is forbidden: ${why}`;
const withoutToken = { automountServiceAccountToken: false };

test("a pod runs as the default account unless it names another", async () => {
  const own = await admit(accountOf(withoutToken), {});
  assert.deepEqual(own, { serviceAccountName: "default", serviceAccount: "default" });
  const named = await admit(accountOf(withoutToken, "builder"), { serviceAccountName: "builder" });
  assert.deepEqual(named, { serviceAccountName: "builder", serviceAccount: "builder" });
});

test("an account that is absent is refused, and the default one is waited for", async () => {
  const clock = createVirtualClock();
  const storage = await storageWith({});
  const plugin = createServiceAccount(followStoredObjects(storage));
  const ask = (spec: JsonObject) => plugin.mutate?.(attributesOf({ spec }, { namespace: "n", clock }), firstRound);
  const absent = 'error looking up service account n/builder: serviceaccount "builder" not found';
  assert.equal(await refusalOf(ask({ serviceAccountName: "builder" })), refused(absent));
  assert.equal(clock.now(), createVirtualClock().now());

  const refusal = refusalOf(ask({}));
  await clock.advance(2_000);
  const words = 'error looking up service account n/default: serviceaccount "default" not found';
  assert.equal(await refusal, refused(words));

  const late = ask({});
  await clock.advance(150);
  await storage.swap("/registry/serviceaccounts/n/default", 0, encodeStored(accountOf(), "declared"));
  await clock.advance(300);
  assert.equal(((await late)?.spec as JsonObject | undefined)?.serviceAccountName, "default");
});

test("the token of the account is mounted into all containers that have nothing at its place", async () => {
  const other = { name: "b", volumeMounts: [{ name: "mine", mountPath }] };
  const spec = await admit(accountOf(), { containers: [{ name: "a" }, other], initContainers: [{ name: "i" }] });
  const [volume] = spec.volumes as JsonObject[];
  assert.ok(volume);
  const name = String(volume.name);
  assert.match(name, /^kube-api-access-[a-z0-9]{5}$/);
  const mount = { name, readOnly: true, mountPath };
  assert.deepEqual(spec.containers, [{ name: "a", volumeMounts: [mount] }, other]);
  assert.deepEqual(spec.initContainers, [{ name: "i", volumeMounts: [mount] }]);
  const { sources, defaultMode } = volume.projected as JsonObject;
  assert.deepEqual(
    [(sources as JsonObject[]).map((source) => Object.keys(source)), defaultMode],
    [[["serviceAccountToken"], ["configMap"], ["downwardAPI"]], 420],
  );
  const [token] = sources as JsonObject[];
  assert.deepEqual(token, { serviceAccountToken: { expirationSeconds: 3_607, path: "token" } });
});

test("a volume that is there already is used, and none is made that nobody mounts", async () => {
  const volumes = [{ name: "kube-api-access-12345", projected: {} }];
  const used = await admit(accountOf(), { containers: [{ name: "a" }], volumes });
  assert.deepEqual(used.volumes, volumes);
  assert.deepEqual(used.containers, [
    { name: "a", volumeMounts: [{ name: "kube-api-access-12345", readOnly: true, mountPath }] },
  ]);
  const own = { name: "b", volumeMounts: [{ name: "mine", mountPath }] };
  assert.equal((await admit(accountOf(), { containers: [own] })).volumes, undefined);
});

test("the pod says first whether it wants the token, then the account", async () => {
  const isMounted = async (account: JsonObject, spec: JsonObject) =>
    (await admit(accountOf(account), { containers: [{ name: "a" }], ...spec })).volumes !== undefined;
  const no = { automountServiceAccountToken: false };
  const yes = { automountServiceAccountToken: true };
  assert.equal(await isMounted({}, {}), true);
  assert.equal(await isMounted(no, {}), false);
  assert.equal(await isMounted(no, yes), true);
  assert.equal(await isMounted(yes, no), false);
});

test("the account's pull secrets are used by pods that name none", async () => {
  const account = accountOf({ ...withoutToken, imagePullSecrets: [{ name: "x" }, { name: "y" }] });
  assert.deepEqual((await admit(account, {})).imagePullSecrets, [{ name: "x" }, { name: "y" }]);
  const own = [{ name: "mine" }];
  assert.deepEqual((await admit(account, { imagePullSecrets: own })).imagePullSecrets, own);
});

test("pods that nodes made are left alone, and may use neither accounts nor secrets", async () => {
  const annotations = { "kubernetes.io/config.mirror": "hash" };
  const spec = { containers: [{ name: "a" }] };
  assert.deepEqual(await admit(accountOf(), spec, { annotations }), spec);
  const mirror = (more: JsonObject) => judge(accountOf(), { metadata: { annotations }, spec: { ...spec, ...more } });
  assert.equal(await mirror({}), undefined);
  assert.equal(await mirror({ serviceAccountName: "x" }), refused("a mirror pod may not reference service accounts"));
  const secrets = refused("a mirror pod may not reference secrets");
  assert.equal(await mirror({ volumes: [{ name: "v", secret: { secretName: "s" } }] }), secrets);
  assert.equal(
    await mirror({ volumes: [{ name: "v", projected: { sources: [{ secret: { name: "s" } }] } }] }),
    secrets,
  );
  assert.equal(await mirror({ imagePullSecrets: [{ name: "s" }] }), secrets);
  const env = [{ name: "e", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }];
  assert.equal(await mirror({ containers: [{ name: "a", env }] }), secrets);
  const sources = [{ serviceAccountToken: { path: "token" } }];
  const words = "a mirror pod may not use ServiceAccountToken volume projections";
  assert.equal(await mirror({ volumes: [{ name: "v", projected: { sources } }] }), refused(words));
});

test("what is stored has an account that exists, whoever took it away meanwhile", async () => {
  const metadata = { name: "p" };
  assert.equal(await judge(accountOf(), { metadata, spec: {} }), refused("no service account specified for pod n/p"));
  const gone = await judge(accountOf(), { metadata, spec: { serviceAccountName: "gone" } });
  assert.equal(gone, refused('error looking up service account n/gone: serviceaccount "gone" not found'));
});

const strict = (more: JsonObject = {}): JsonObject => ({
  metadata: { name: "default", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
  secrets: [{ name: "known" }],
  ...more,
});
const secretIn = (key: string, name: string): JsonObject =>
  key === "env"
    ? { env: [{ name: "VAR", valueFrom: { secretKeyRef: { name, key: "k" } } }] }
    : { envFrom: [{ secretRef: { name } }] };

test("a strict account lets pods use the secrets that it names, and no others", async () => {
  const ask = (spec: JsonObject, account = strict()) =>
    judge(account, { spec: { serviceAccountName: "default", ...spec } });
  const why = 'secret.secretName="other" is not allowed because service account default does not reference that secret';
  const volume = (secretName: string) => ({ volumes: [{ name: "v", secret: { secretName } }] });
  assert.equal(await ask(volume("known")), undefined);
  assert.equal(await ask(volume("other")), refused(`volume with ${why}`));
  assert.equal(await ask(volume("other"), accountOf()), undefined);
  const kinds = [
    ["initContainers", "init container"],
    ["containers", "container"],
  ] as const;
  for (const [list, title] of kinds) {
    const one = (key: string, name: string) => ask({ [list]: [{ name: "c", ...secretIn(key, name) }] });
    assert.equal(await one("env", "known"), undefined);
    assert.equal(await one("env", "other"), refused(`${title} c with envVar VAR referencing ${why}`));
    assert.equal(await one("envFrom", "other"), refused(`${title} c with envFrom referencing ${why}`));
  }
  const account = strict({ imagePullSecrets: [{ name: "pull" }] });
  const pulls = "is not allowed because service account default does not reference that imagePullSecret";
  const wrong = await ask({ imagePullSecrets: [{ name: "pull" }, { name: "x" }] }, account);
  assert.equal(wrong, refused(`imagePullSecrets[1].name="x" ${pulls}`));
});

test("ephemeral containers are held to it, too", async () => {
  const plugin = createServiceAccount(await objectsWith({ "serviceaccounts/n/default": strict() }));
  const ask = (name: string) => {
    const ephemeralContainers = [{ name: "e", ...secretIn("env", name) }];
    const write = { namespace: "n", operation: "UPDATE", subresource: "ephemeralcontainers" } as const;
    return plugin.validate?.(attributesOf({ spec: { serviceAccountName: "default", ephemeralContainers } }, write));
  };
  await ask("known");
  const words =
    'ephemeral container e with envVar VAR referencing secret.secretName="other" is not allowed because service account default does not reference that secret';
  await assert.rejects(
    async () => ask("other"),
    (error) => error instanceof ApiError && error.status.code === 500 && error.message === words,
  );
});

test("other writes are none of its business", async () => {
  const empty = { spec: {} };
  assert.equal(await judge(accountOf(), empty, { operation: "UPDATE", old: empty }), undefined);
  assert.equal(await judge(accountOf(), empty, { subresource: "binding" }), undefined);
  assert.equal(await judge(accountOf(), empty, { resource: "configmaps" }), undefined);
});
