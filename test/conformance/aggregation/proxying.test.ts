import assert from "node:assert/strict";
import { request as httpsRequest } from "node:https";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { type ReceivedRequest, reply, startReachable } from "./extension-server.ts";

const client = connect();
after(() => client.close());

/** Sends what it received back. */
function echo(request: ReceivedRequest, response: Parameters<typeof reply>[0]): void {
  reply(response, request);
}

describe("a request for an aggregated group", { concurrency: 8 }, () => {
  test("arrives with its method, path, query and body", async () => {
    await using extension = await startReachable(client, echo);
    const path = `${extension.root}/namespaces/a/things/b`;
    const answer = await client.update(
      path,
      "size: 3\n",
      { x: "1 2", a: "é" },
      { headers: { "content-type": "application/yaml" } },
    );

    assertAnswer(answer, 200, {
      method: "PUT",
      // The parameters are sorted on the way.
      path: `${path}?a=%C3%A9&x=1+2`,
      body: "size: 3\n",
      headers: { "content-type": "application/yaml", "content-length": "8" },
    });
  });

  test("arrives with its path decoded: an escaped slash has become a plain one", async () => {
    await using extension = await startReachable(client, echo);
    const answer = await client.get(`${extension.root}/namespaces/a/things/b/sub%2Fpath%20x`);

    assertAnswer(answer, 200, { path: `${extension.root}/namespaces/a/things/b/sub/path%20x` });
  });

  test("keeps the client's own headers but loses its credentials", async () => {
    await using extension = await startReachable(client, echo);
    const headers = {
      "x-own": "yes",
      "user-agent": "mine/1.0",
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    };
    const { body } = await client.get(`${extension.root}/things`, {}, { headers });

    const { port } = extension.service;
    assertContains(body.headers, {
      ...headers,
      authorization: undefined,
      "audit-id": /^[0-9a-f-]{36}$/,
      host: `localhost:${port}`,
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": `localhost:${port}`,
      "x-forwarded-proto": "https",
      "x-forwarded-uri": `${extension.root}/things`,
    });
  });

  test("names the user and the groups in headers", async () => {
    await using extension = await startReachable(client, echo);
    const { body } = await client.get(`${extension.root}/things`);

    assertContains(body.headers, {
      "x-remote-user": "admin",
      "x-remote-uid": "admin",
      // Node joins what comes in several headers.
      "x-remote-group": "system:masters, system:authenticated",
    });
  });

  test("is vouched for by the certificate of the front proxy", async () => {
    await using extension = await startReachable(client, echo);
    assertAnswer(await client.get(`${extension.root}/things`), 200, { caller: "aggregator" });
  });

  test("cannot claim another user by headers", async () => {
    await using extension = await startReachable(client, echo);
    const headers = {
      "x-remote-user": "eve",
      "x-remote-group": "system:nobodies",
      "x-remote-extra-scopes": "all",
      "x-remote-uid": "1",
    };
    const { body } = await client.get(`${extension.root}/things`, {}, { headers });

    assertContains(body.headers, {
      "x-remote-user": "admin",
      "x-remote-uid": "admin",
      "x-remote-group": "system:masters, system:authenticated",
      "x-remote-extra-scopes": undefined,
    });
  });

  test("of an impersonated user names that user, with uid and extra", async () => {
    await using extension = await startReachable(client, echo);
    const headers = {
      "impersonate-user": "carol",
      "impersonate-uid": "7",
      "impersonate-group": "system:masters",
      "impersonate-extra-example.com%2fscopes": "all",
    };
    const { body } = await client.get(`${extension.root}/things`, {}, { headers });

    assertContains(body.headers, {
      "x-remote-user": "carol",
      "x-remote-uid": "7",
      "x-remote-group": "system:masters, system:authenticated",
      "x-remote-extra-example.com%2fscopes": "all",
      "impersonate-user": undefined,
    });
  });

  test("is authorized first, by the rules for its group", async () => {
    await using extension = await startReachable(client, echo);
    const { group, root } = extension;
    assertStatus(
      await client.get(`${root}/namespaces/a/things/b`, {}, { as: "alice" }),
      403,
      "Forbidden",
      `things.${group} "b" is forbidden: User "alice" cannot get resource "things" in API group "${group}" in the namespace "a"`,
    );
    assert.deepEqual(extension.requests, []);
  });

  test("passes once a role allows it", async () => {
    await using extension = await startReachable(client, echo);
    const { group, namespace } = extension;
    const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
    const rules = [{ apiGroups: [group], resources: ["things"], verbs: ["get"] }];
    assertAnswer(await client.create(`${roles}/roles`, { metadata: { name: "reader" }, rules }), 201);
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" };
    const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }];
    assertAnswer(
      await client.create(`${roles}/rolebindings`, { metadata: { name: "reader" }, roleRef, subjects }),
      201,
    );

    await eventually(async () => {
      const answer = await client.get(`${extension.root}/namespaces/${namespace}/things/b`, {}, { as: "alice" });
      assertAnswer(answer, 200, {
        headers: { "x-remote-user": "alice", "x-remote-group": "developers, system:authenticated" },
      });
    });
  });
});

describe("an answer of an aggregated server", { concurrency: 8 }, () => {
  test("comes back as it is: status, headers and body", async () => {
    await using extension = await startReachable(client, ({ path }, response) => {
      if (path.endsWith("/probes")) return reply(response, {});
      response
        .writeHead(418, { "content-type": "text/short", "x-own": "yes", "retry-after": "7" })
        .end("short and stout");
    });
    const answer = await client.create(`${extension.root}/things`, {});

    assert.deepEqual([answer.status, answer.text], [418, "short and stout"]);
    assertContains(answer.headers, { "content-type": "text/short", "x-own": "yes", "retry-after": "7" });
  });

  test("keeps its warnings", async () => {
    await using extension = await startReachable(client, (_, response) => {
      response.writeHead(200, { "content-type": "application/json", warning: '299 - "old thing"' }).end("{}");
    });
    assert.deepEqual((await client.get(`${extension.root}/things`)).warnings, ["old thing"]);
  });

  test("may be a watch, whose events arrive one by one", async () => {
    const waiting: Parameters<typeof reply>[0][] = [];
    await using extension = await startReachable(client, ({ path }, response) => {
      if (!path.includes("watch")) return reply(response, {});
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"type":"ADDED","object":{"metadata":{"name":"one"}}}\n');
      waiting.push(response);
    });
    await using watch = await client.watch(`${extension.root}/things`);
    assertContains(await watch.next(), { type: "ADDED", object: { metadata: { name: "one" } } });

    waiting[0]?.write('{"type":"DELETED","object":{"metadata":{"name":"one"}}}\n');
    assertContains(await watch.next(), { type: "DELETED" });
    waiting[0]?.end();
    assert.equal(await watch.next(), undefined);
  });

  test("that redirects is not handed on", async () => {
    await using extension = await startReachable(client, ({ path }, response) => {
      if (path.endsWith("/probes")) return reply(response, {});
      response.writeHead(302, { location: "https://example.com/elsewhere" }).end();
    });
    const answer = await client.get(`${extension.root}/things`);

    assert.deepEqual(
      [answer.status, answer.text],
      [502, "the backend attempted to redirect this request, which is not permitted"],
    );
    assert.equal(answer.headers.location, undefined);
  });

  test("may be a switch of protocols", async () => {
    await using extension = await startReachable(client);
    extension.server.on("upgrade", (incoming, socket) => {
      const user = incoming.headers["x-remote-user"];
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\nX-User: ${user}\r\n\r\n`,
      );
      socket.pipe(socket);
    });
    const { url, ca, tokens } = client.server;
    const headers = { authorization: `Bearer ${tokens.admin}`, connection: "Upgrade", upgrade: "echo" };
    const [user, heard] = await new Promise<[Json, string]>((resolve, reject) => {
      const request = httpsRequest(`${url}${extension.root}/things/one/connect`, { ca, headers, agent: false });
      request.on("response", (response) => reject(new Error(`no upgrade, but ${response.statusCode}`)));
      request.on("error", reject);
      request.on("upgrade", (response, socket) => {
        socket.once("data", (chunk) => {
          resolve([response.headers["x-user"], chunk.toString()]);
          socket.destroy();
        });
        socket.write("hello");
      });
      request.end();
    });

    assert.deepEqual([user, heard], ["admin", "hello"]);
  });

  test("that cannot be had is 503 while the APIService still counts as available", async () => {
    await using extension = await startReachable(client, (request, response) => {
      if (request.path.endsWith("/probes")) reply(response, {});
      else response.destroy();
    });
    const answer = await client.create(`${extension.root}/things`, {});

    assert.equal(answer.status, 503);
    assert.match(answer.text, /^error trying to reach service: (EOF|.*: connection reset by peer)\n$/);
  });
});
