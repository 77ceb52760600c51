import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createAuthority } from "../../real/certificates.ts";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { apiServices, startExtensionServer, startReachable, untilAvailable } from "./extension-server.ts";

const client = connect();
after(() => client.close());

describe("an APIService", { concurrency: 8 }, () => {
  test("becomes available when its server answers for the group's version", async () => {
    await using extension = await startExtensionServer(client);
    await extension.expose();
    const path = await extension.register();

    const condition = await untilAvailable(client, path, "True", "Passed");
    assert.equal(condition.message, "all checks passed");
  });

  test("without its Service is not available, and the group answers 503 in plain text", async () => {
    await using extension = await startExtensionServer(client);
    const path = await extension.register();

    const condition = await untilAvailable(client, path, "False", "ServiceNotFound");
    assert.equal(condition.message, `service/api in "${extension.namespace}" is not present`);
    await eventually(async () => {
      const answer = await client.get(`${extension.root}/things`);
      assert.deepEqual([answer.status, answer.text], [503, "service unavailable\n"]);
      assert.match(String(answer.headers["content-type"]), /^text\/plain/);
    });
  });

  test("becomes available when its Service comes later", async () => {
    await using extension = await startExtensionServer(client);
    const path = await extension.register();
    await untilAvailable(client, path, "False", "ServiceNotFound");
    await extension.expose();

    await untilAvailable(client, path, "True", "Passed");
    await eventually(async () => assertAnswer(await client.get(`${extension.root}/things`), 200));
  });

  test("is not available any more when its Service goes", async () => {
    await using extension = await startReachable(client);
    await client.delete(`/api/v1/namespaces/${extension.namespace}/services/api`);

    await untilAvailable(client, `${apiServices}/v1.${extension.group}`, "False", "ServiceNotFound");
    await eventually(async () => assertAnswer(await client.get(`${extension.root}/things`), 503));
  });

  const services: [string, string, Json, Json, (namespace: string) => string][] = [
    [
      "whose Service lacks the port",
      "ServicePortError",
      { ports: [{ port: 1 }] },
      undefined,
      (namespace) => `service/api in "${namespace}" is not listening on port 443`,
    ],
    [
      "whose Service has no EndpointSlices",
      "EndpointsNotFound",
      { ports: [{ port: 443 }] },
      undefined,
      (namespace) => `cannot find endpointslices for service/api in "${namespace}"`,
    ],
    [
      "whose Service has no ready address",
      "MissingEndpoints",
      { ports: [{ port: 443, name: "https" }] },
      { conditions: { ready: false }, addresses: ["10.9.9.9"] },
      (namespace) => `endpointslices for service/api in "${namespace}" have no addresses with port name "https"`,
    ],
  ];
  for (const [title, reason, spec, endpoint, message] of services) {
    test(`${title} is not available: ${reason}`, async () => {
      await using extension = await startExtensionServer(client);
      const { namespace } = extension;
      assertAnswer(
        await client.create(`/api/v1/namespaces/${namespace}/services`, { metadata: { name: "api" }, spec }),
        201,
      );
      if (endpoint !== undefined) {
        const slice = {
          metadata: { name: "api-1", labels: { "kubernetes.io/service-name": "api" } },
          addressType: "IPv4",
          endpoints: [endpoint],
          ports: [{ name: "https", port: 443 }],
        };
        assertAnswer(
          await client.create(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, slice),
          201,
        );
      }
      const path = await extension.register({ service: { ...extension.service, port: undefined } });

      const condition = await untilAvailable(client, path, "False", reason);
      assert.equal(condition.message, message(namespace));
    });
  }

  test("whose server has another certificate authority is not available", async () => {
    await using extension = await startExtensionServer(client);
    await extension.expose();
    const caBundle = Buffer.from(createAuthority("strangers").cert).toString("base64");
    const path = await extension.register({ caBundle });

    const condition = await untilAvailable(client, path, "False", "FailedDiscoveryCheck");
    const url = `https://localhost:${extension.service.port}${extension.root}`;
    assert.equal(
      condition.message,
      `failing or missing response from ${url}: Get "${url}": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    );
  });

  test("may skip the check of the certificate", async () => {
    await using extension = await startExtensionServer(client);
    await extension.expose();
    const path = await extension.register({ caBundle: undefined, insecureSkipTLSVerify: true });

    await untilAvailable(client, path, "True", "Passed");
  });

  test("whose server does not know the version is not available", async () => {
    await using extension = await startExtensionServer(client);
    await extension.expose();
    const path = await extension.register({ version: "v2" });

    const condition = await untilAvailable(client, path, "False", "FailedDiscoveryCheck");
    const url = `https://localhost:${extension.service.port}/apis/${extension.group}/v2`;
    assert.equal(condition.message, `failing or missing response from ${url}: bad status from ${url}: 404`);
  });

  test("whose server is asked shows the aggregator as a user in system:masters", async () => {
    await using extension = await startExtensionServer(client);
    const headers = new Promise<Json>((resolve) => extension.server.on("request", ({ headers }) => resolve(headers)));
    await extension.expose();
    await extension.register();

    assertContains(await headers, { "x-remote-user": "system:kube-aggregator", "x-remote-group": "system:masters" });
  });

  test("when it is deleted takes its group along", async () => {
    await using extension = await startReachable(client);
    assertAnswer(await client.delete(`${apiServices}/v1.${extension.group}`), 200);

    await eventually(async () => {
      const answer = await client.get(`${extension.root}/things`);
      assert.deepEqual([answer.status, answer.text], [404, "404 page not found\n"]);
    });
    await eventually(async () => assertAnswer(await client.get(`/apis/${extension.group}`), 404));
  });

  test("is there for each group version of the server itself, and local", async () => {
    const { body } = await client.get(`${apiServices}/v1.apps`);

    assertContains(body.metadata.labels, { "kube-aggregator.kubernetes.io/automanaged": "onstart" });
    assertContains(body.spec, {
      group: "apps",
      version: "v1",
      service: undefined,
      groupPriorityMinimum: 17800,
      versionPriority: 15,
    });
    assertContains(body.status.conditions, [
      { type: "Available", status: "True", reason: "Local", message: "Local APIServices are always available" },
    ]);
    assertAnswer(await client.get(`${apiServices}/v1.`), 200, {
      spec: { version: "v1", groupPriorityMinimum: 18000, versionPriority: 1 },
    });
  });
});

describe("an APIService and a custom resource definition", { concurrency: 8 }, () => {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  async function define(group: string): Promise<AsyncDisposable> {
    const name = `things.${group}`;
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const versions = [{ name: "v1", served: true, storage: true, schema }];
    const spec = { group, scope: "Namespaced", names: { plural: "things", kind: "Thing" }, versions };
    assertAnswer(await client.create(definitions, { metadata: { name }, spec }), 201);
    return { [Symbol.asyncDispose]: async () => void (await client.delete(`${definitions}/${name}`)) };
  }

  test("a definition gets a local APIService, which goes with it", async () => {
    const group = `${uniqueName("g")}.example.com`;
    const path = `${apiServices}/v1.${group}`;
    {
      await using _ = await define(group);
      await eventually(async () =>
        assertAnswer(await client.get(path), 200, {
          metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
          spec: { group, version: "v1", groupPriorityMinimum: 1000, versionPriority: 100 },
        }),
      );
      await untilAvailable(client, path, "True", "Local");
    }
    await eventually(async () => assertAnswer(await client.get(path), 404));
  });

  test("an APIService that was there first keeps the group from a definition", async () => {
    await using extension = await startReachable(client, (_, response) => response.end('{"from":"extension"}'));
    await using _ = await define(extension.group);
    await eventually(async () => {
      const { body } = await client.get(`${definitions}/things.${extension.group}`);
      assert.ok(body.status.conditions.some(({ type, status }: Json) => type === "Established" && status === "True"));
    });

    assertAnswer(await client.get(`${extension.root}/things`), 200, { from: "extension" });
    assertAnswer(await client.get(`${apiServices}/v1.${extension.group}`), 200, { metadata: { labels: undefined } });
  });
});

describe("an APIService is refused", { concurrency: 8 }, () => {
  const good = {
    group: "refused.example.com",
    version: "v1",
    groupPriorityMinimum: 1000,
    versionPriority: 15,
    service: { namespace: "default", name: "api" },
    insecureSkipTLSVerify: true,
  };
  const cases: [string, Json, string][] = [
    [
      "with a name that is not version and group",
      { name: "other" },
      'metadata.name: Invalid value: "other": must be `spec.version+"."+spec.group`: "v1.refused.example.com"',
    ],
    [
      "without a version",
      { name: ".refused.example.com", version: "" },
      "spec.version: Invalid value: \"\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ],
    [
      "without groupPriorityMinimum",
      { groupPriorityMinimum: 0 },
      "spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000",
    ],
    [
      "with groupPriorityMinimum above 20000",
      { groupPriorityMinimum: 20001 },
      "spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000",
    ],
    [
      "without versionPriority",
      { versionPriority: 0 },
      "spec.versionPriority: Invalid value: 0: must be positive and less than 1000",
    ],
    [
      "with versionPriority above 1000",
      { versionPriority: 1001 },
      "spec.versionPriority: Invalid value: 1001: must be positive and less than 1000",
    ],
    [
      "with caBundle and insecureSkipTLSVerify",
      { caBundle: "YQ==" },
      "spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present",
    ],
    [
      "local with insecureSkipTLSVerify",
      { service: undefined },
      "spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify",
    ],
    ["with a Service without a name", { service: { namespace: "default" } }, "spec.service.name: Required value"],
    ["with a Service without a namespace", { service: { name: "api" } }, "spec.service.namespace: Required value"],
    [
      "with a port of 70000",
      { service: { ...good.service, port: 70000 } },
      "spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive",
    ],
  ];
  for (const [title, change, message] of cases) {
    test(title, async () => {
      const { name = "v1.refused.example.com", ...changed } = change;
      const spec = { ...good, ...changed };
      const answer = await client.create(apiServices, { metadata: { name }, spec }, { dryRun: "All" });
      const whole = `APIService.apiregistration.k8s.io "${name}" is invalid: ${message}`;
      assertStatus(answer, 422, "Invalid", whole, { details: { name, kind: "APIService", causes: [{}] } });
    });
  }
});
