import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createAuthority } from "../../real/certificates.ts";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { change, deny, type Hook, type HookKind, type Hooks, startHooks, write } from "./hooks.ts";

const client = connect();
after(() => client.close());

const failed = 'Internal error occurred: failed calling webhook "hook.example.com": ';

async function createWith(kind: HookKind, hook: Json) {
  await using hooks = await startHooks(client);
  await hooks.install(kind, [{ name: "hook.example.com", ...hook }]);
  return await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });
}

/** Nobody listens there. */
const nowhere = "https://127.0.0.1:1";

/** Creates a ConfigMap once the server knows the webhook's Service, which it learns a moment later. */
function createWithService({ configMaps }: Hooks) {
  return eventually(async () => {
    const answer = await client.create(configMaps, { metadata: { name: "made" } });
    assert.doesNotMatch(answer.text, /service .* not found"/);
    return answer;
  });
}

describe("a webhook that cannot be asked", { concurrency: 8 }, () => {
  for (const kind of ["mutating", "validating"] as const) {
    test(`fails the request with 500, as failurePolicy Fail says (${kind})`, async () => {
      const answer = await createWith(kind, { clientConfig: { url: `${nowhere}/x` } });

      const reason = `failed to call webhook: Post "${nowhere}/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused`;
      assertStatus(answer, 500, "InternalError", failed + reason, {
        details: { causes: [{ message: `failed calling webhook "hook.example.com": ${reason}` }] },
      });
    });

    test(`is passed over when failurePolicy is Ignore (${kind})`, async () => {
      const clientConfig = { url: nowhere };
      const answer = await createWith(kind, { clientConfig, failurePolicy: "Ignore" });

      assertAnswer(answer, 201, { data: { a: "1" } });
      assert.deepEqual(answer.warnings, []);
    });

    test(`within timeoutSeconds fails the request with 500 (${kind})`, async () => {
      const answer = await createWith(kind, { timeoutSeconds: 1, answer: () => new Promise(() => {}) });

      assertStatus(
        answer,
        500,
        "InternalError",
        new RegExp(
          `^${failed}failed to call webhook: Post "https://127.0.0.1:\\d+/[^"]+\\?timeout=1s": context deadline exceeded$`,
        ),
      );
    });
  }

  test("within timeoutSeconds is passed over when failurePolicy is Ignore", async () => {
    const never = () => new Promise(() => {});
    const answer = await createWith("validating", { timeoutSeconds: 1, failurePolicy: "Ignore", answer: never });

    assertAnswer(answer, 201);
  });

  test("because its certificate is not of the caBundle fails the request with 500", async () => {
    await using hooks = await startHooks(client);
    const caBundle = Buffer.from(createAuthority("strangers").cert).toString("base64");
    const clientConfig = { url: `${hooks.server.url}/x`, caBundle };
    await hooks.install("validating", [{ name: "hook.example.com", clientConfig }]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" } });

    const url = `${hooks.server.url}/x?timeout=10s`;
    const reason = "tls: failed to verify certificate: x509: certificate signed by unknown authority";
    assertStatus(answer, 500, "InternalError", `${failed}failed to call webhook: Post "${url}": ${reason}`);
  });

  test("because it closes the connection fails the request with 500", async () => {
    const answer = await createWith("validating", { answer: () => Promise.reject(new Error("closed")) });

    assertStatus(
      answer,
      500,
      "InternalError",
      new RegExp(`^${failed}failed to call webhook: Post "[^"]+": (EOF|.*: connection reset by peer)$`),
    );
  });

  test("because its Service is absent fails the request with 500", async () => {
    await using hooks = await startHooks(client);
    const service = { namespace: hooks.namespace, name: "absent", path: "/x" };
    await hooks.install("validating", [{ name: "hook.example.com", clientConfig: { service } }]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" } });

    const url = `https://absent.${hooks.namespace}.svc:443/x?timeout=10s`;
    assertStatus(
      answer,
      500,
      "InternalError",
      `${failed}failed to call webhook: Post "${url}": service "absent" not found`,
    );
  });

  test("because its Service does not have the port fails the request with 500", async () => {
    await using hooks = await startHooks(client);
    await client.create(`/api/v1/namespaces/${hooks.namespace}/services`, {
      metadata: { name: "hook" },
      spec: { ports: [{ port: 8443 }] },
    });
    const service = { namespace: hooks.namespace, name: "hook", path: "/x" };
    await hooks.install("validating", [{ name: "hook.example.com", clientConfig: { service } }]);
    const answer = await createWithService(hooks);

    const url = `https://hook.${hooks.namespace}.svc:443/x?timeout=10s`;
    assertStatus(
      answer,
      500,
      "InternalError",
      `${failed}failed to call webhook: Post "${url}": no service port 443 found for service "hook"`,
    );
  });
});

describe("failurePolicy Ignore", { concurrency: 8 }, () => {
  test("does not ignore a denial", async () => {
    assertAnswer(await createWith("validating", { failurePolicy: "Ignore", answer: () => deny("no") }), 400);
  });

  test("ignores an answer with another uid", async () => {
    const answer = () => ({ uid: "other", allowed: true });
    assertAnswer(await createWith("validating", { failurePolicy: "Ignore", answer }), 201);
  });

  test("ignores a patch that cannot be read", async () => {
    const answer = () => ({ ...write("b", "2"), patch: "e30=" });
    assertAnswer(await createWith("mutating", { failurePolicy: "Ignore", answer }), 201);
  });

  // The patch could be read, so the webhook was called well; that it does not fit is an error of the server's own.
  test("does not ignore a patch that does not fit the object", async () => {
    const answer = () => change({ op: "remove", path: "/data/absent" });
    assertStatus(
      await createWith("mutating", { failurePolicy: "Ignore", answer }),
      500,
      "InternalError",
      "Internal error occurred: error in remove for path: '/data/absent': Unable to remove nonexistent key: absent: missing value",
    );
  });

  test("goes on with the next mutating webhook", async () => {
    await using hooks = await startHooks(client);
    const broken: Hook = {
      name: "broken.example.com",
      clientConfig: { url: nowhere },
    };
    await hooks.install("mutating", [
      { ...broken, failurePolicy: "Ignore" },
      { name: "next.example.com", answer: () => write("b", "2") },
    ]);
    const answer = await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });

    assertAnswer(answer, 201, { data: { a: "1", b: "2" } });
  });
});

describe("a webhook behind a Service", { concurrency: 8 }, () => {
  async function createBehind(name: string) {
    await using hooks = await startHooks(client);
    const spec = { type: "ExternalName", externalName: "localhost" };
    await client.create(`/api/v1/namespaces/${hooks.namespace}/services`, { metadata: { name }, spec });
    const port = Number(new URL(hooks.server.url).port);
    const service = { namespace: hooks.namespace, name, path: "/some/path", port };
    const clientConfig = { service, caBundle: hooks.server.caBundle };
    await hooks.install("validating", [{ name: "hook.example.com", clientConfig }]);
    const answer = await createWithService(hooks);
    return { answer, calls: hooks.calls, host: `${name}.${hooks.namespace}.svc`, port };
  }

  test("is asked at the Service's port and path", async () => {
    const { answer, calls } = await createBehind("hooks");

    assertAnswer(answer, 201);
    assert.deepEqual(
      calls.map(({ hook }) => hook),
      ["path"],
    );
  });

  test("has to show a certificate for the Service's name", async () => {
    const { answer, host, port } = await createBehind("other");

    const message = new RegExp(
      `^${failed}failed to call webhook: Post "https://${host}:${port}/some/path\\?timeout=10s": ` +
        `tls: failed to verify certificate: x509: certificate is valid for localhost, .*, not ${host}$`,
    );
    assertStatus(answer, 500, "InternalError", message);
  });
});
