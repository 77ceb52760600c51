import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

const client = connect();
after(() => client.close());

function pod(container: Json = {}, spec: Json = {}): Json {
  return {
    metadata: { name: "made" },
    spec: { containers: [{ name: "main", image: "image", ...container }], ...spec },
  };
}

describe("NamespaceLifecycle", { concurrency: 8 }, () => {
  test("refuses a create in a namespace that is absent with the namespace's 404", async () => {
    const namespace = uniqueName("absent");
    assertStatus(
      await client.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: "made" } }),
      404,
      "NotFound",
      `namespaces "${namespace}" not found`,
      { details: { name: namespace, kind: "namespaces" } },
    );
  });

  test("refuses a create in a namespace that is terminating, and says so in a cause", async () => {
    const namespace = await client.namespace();
    assertAnswer(await client.delete(`/api/v1/namespaces/${namespace}`), 200);
    const create = () =>
      client.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: "made" } }, { dryRun: "All" });

    const message = `configmaps "made" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`;
    const details = {
      name: "made",
      kind: "configmaps",
      causes: [
        {
          reason: "NamespaceTerminating",
          message: `namespace ${namespace} is being terminated`,
          field: "metadata.namespace",
        },
      ],
    };
    await eventually(async () => assertStatus(await create(), 403, "Forbidden", message, { details }));
  });

  test("lets objects of a terminating namespace be changed and deleted", async () => {
    const namespace = await client.namespace();
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await client.create(path, { metadata: { name: "made", finalizers: ["example.com/keep"] } });
    assertAnswer(await client.delete(`/api/v1/namespaces/${namespace}`), 200);
    await eventually(async () =>
      assertAnswer(await client.create(path, { metadata: { name: "new" } }, { dryRun: "All" }), 403),
    );

    assertAnswer(await client.patch("merge", `${path}/made`, { metadata: { finalizers: null } }), 200);
    assertAnswer(await client.delete(`${path}/made`), 200);
  });

  for (const name of ["default", "kube-system", "kube-public"]) {
    test(`refuses to delete the namespace ${name}`, async () => {
      assertStatus(
        await client.delete(`/api/v1/namespaces/${name}`),
        403,
        "Forbidden",
        `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      );
    });
  }

  test("lets kube-node-lease be deleted", async () => {
    assertAnswer(await client.delete("/api/v1/namespaces/kube-node-lease", undefined, { dryRun: "All" }), 200);
  });
});

describe("LimitRanger", { concurrency: 8 }, () => {
  /** A namespace with a limit, in force. */
  async function limited(limit: Json): Promise<string> {
    const namespace = await client.namespace();
    // The second limit tells when the first is in force: nothing else limits claims.
    const limits = [limit, { type: "PersistentVolumeClaim", max: { storage: "1Ki" } }];
    await client.create(`/api/v1/namespaces/${namespace}/limitranges`, {
      metadata: { name: "limits" },
      spec: { limits },
    });
    const claim = {
      metadata: { name: "probe" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
    };
    await eventually(async () => {
      const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
      assertStatus(
        await client.create(path, claim, { dryRun: "All" }),
        403,
        "Forbidden",
        'persistentvolumeclaims "probe" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Ki, but request is 1Mi',
      );
    });
    return namespace;
  }

  const create = (namespace: string, object: Json) => client.create(`/api/v1/namespaces/${namespace}/pods`, object);

  test("gives a container the default requests and limits, and says so in an annotation", async () => {
    const namespace = await limited({ type: "Container", default: { cpu: "500m" }, defaultRequest: { memory: "1Mi" } });

    assertAnswer(await create(namespace, pod()), 201, {
      metadata: {
        annotations: {
          "kubernetes.io/limit-ranger":
            "LimitRanger plugin set: cpu, memory request for container main; cpu limit for container main",
        },
      },
      spec: { containers: [{ resources: { limits: { cpu: "500m" }, requests: { cpu: "500m", memory: "1Mi" } } }] },
    });
  });

  test("keeps what the container says itself", async () => {
    const namespace = await limited({ type: "Container", default: { cpu: "500m" } });
    const answer = await create(namespace, pod({ resources: { limits: { cpu: "1" }, requests: { cpu: "100m" } } }));

    assertAnswer(answer, 201, { metadata: { annotations: undefined } });
    assert.deepEqual(answer.body.spec.containers[0].resources, { limits: { cpu: "1" }, requests: { cpu: "100m" } });
  });

  test("refuses a container above the maximum", async () => {
    const namespace = await limited({ type: "Container", max: { cpu: "1" } });
    assertStatus(
      await create(namespace, pod({ resources: { limits: { cpu: "2" } } })),
      403,
      "Forbidden",
      'pods "made" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    );
  });

  test("refuses a container below the minimum", async () => {
    const namespace = await limited({ type: "Container", min: { memory: "1Gi" } });
    assertStatus(
      await create(namespace, pod({ resources: { requests: { memory: "1Mi" } } })),
      403,
      "Forbidden",
      'pods "made" is forbidden: minimum memory usage per Container is 1Gi, but request is 1Mi',
    );
  });

  test("refuses a limit that is too many times the request", async () => {
    const namespace = await limited({ type: "Container", maxLimitRequestRatio: { cpu: "2" } });
    assertStatus(
      await create(namespace, pod({ resources: { limits: { cpu: "3" }, requests: { cpu: "1" } } })),
      403,
      "Forbidden",
      'pods "made" is forbidden: cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
    );
  });

  test("names every limit that a pod breaks", async () => {
    const namespace = await limited({ type: "Pod", max: { cpu: "1", memory: "1Mi" } });
    assertStatus(
      await create(namespace, pod({ resources: { limits: { cpu: "2", memory: "1Gi" } } })),
      403,
      "Forbidden",
      /^pods "made" is forbidden: \[maximum (cpu|memory) usage per Pod is .*, maximum (cpu|memory) usage per Pod is .*\]$/,
    );
  });
});

describe("ResourceQuota", { concurrency: 8 }, () => {
  /** A namespace with a quota in force; without controllers the test writes its status itself. */
  async function bounded(hard: Json, used: Json): Promise<string> {
    const namespace = await client.namespace();
    const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
    assertAnswer(await client.create(path, { metadata: { name: "bounds" }, spec: { hard } }), 201);
    const status = { hard, used };
    assertAnswer(await client.patch("merge", `${path}/bounds/status`, { status }), 200);
    return namespace;
  }

  test("refuses what would exceed it, with requested, used and limited", async () => {
    const namespace = await bounded({ "count/configmaps": "1" }, { "count/configmaps": "1" });
    await eventually(async () =>
      assertStatus(
        await client.create(
          `/api/v1/namespaces/${namespace}/configmaps`,
          { metadata: { name: "made" } },
          { dryRun: "All" },
        ),
        403,
        "Forbidden",
        'configmaps "made" is forbidden: exceeded quota: bounds, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
        { details: { name: "made", kind: "configmaps", causes: undefined } },
      ),
    );
  });

  test("counts what it admits in its status", async () => {
    const namespace = await bounded({ "count/secrets": "5" }, { "count/secrets": "2" });
    const secrets = `/api/v1/namespaces/${namespace}/secrets`;
    const quota = `/api/v1/namespaces/${namespace}/resourcequotas/bounds`;
    await eventually(async () => {
      await client.create(secrets, { metadata: { generateName: "made-" } });
      const { body } = await client.get(quota);
      assert.ok(Number(body.status.used["count/secrets"]) > 2);
    });
  });

  test("counts nothing in a dry run", async () => {
    const namespace = await bounded({ "count/secrets": "1" }, { "count/secrets": "0" });
    const secrets = `/api/v1/namespaces/${namespace}/secrets`;
    const quota = `/api/v1/namespaces/${namespace}/resourcequotas/bounds`;
    assertAnswer(await client.create(secrets, { metadata: { name: "made" } }, { dryRun: "All" }), 201);
    assertAnswer(await client.get(quota), 200, { status: { used: { "count/secrets": "0" } } });
  });

  test("asks a pod for the requests and limits that it bounds", async () => {
    const namespace = await bounded(
      { "requests.cpu": "1", "limits.memory": "1Gi" },
      { "requests.cpu": "0", "limits.memory": "0" },
    );
    await eventually(async () =>
      assertStatus(
        await client.create(`/api/v1/namespaces/${namespace}/pods`, pod(), { dryRun: "All" }),
        403,
        "Forbidden",
        'pods "made" is forbidden: failed quota: bounds: must specify limits.memory for: main; requests.cpu for: main',
      ),
    );
  });

  test("adds up what a pod asks for", async () => {
    const namespace = await bounded({ "requests.cpu": "1" }, { "requests.cpu": "500m" });
    await eventually(async () =>
      assertStatus(
        await client.create(`/api/v1/namespaces/${namespace}/pods`, pod({ resources: { requests: { cpu: "600m" } } }), {
          dryRun: "All",
        }),
        403,
        "Forbidden",
        'pods "made" is forbidden: exceeded quota: bounds, requested: requests.cpu=600m, used: requests.cpu=500m, limited: requests.cpu=1',
      ),
    );
  });
});
