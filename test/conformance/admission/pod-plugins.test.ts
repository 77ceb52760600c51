import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

const client = connect();
after(() => client.close());

function pod(spec: Json = {}, metadata: Json = {}): Json {
  return { metadata: { name: "made", ...metadata }, spec: { containers: [{ name: "main", image: "image" }], ...spec } };
}

async function createPod(object: Json, labels: Record<string, string> = {}) {
  const namespace = await client.namespace(labels);
  return client.create(`/api/v1/namespaces/${namespace}/pods`, object);
}

describe("the priority of a pod", { concurrency: 8 }, () => {
  test("is 0 with preemption when no class is named", async () => {
    const answer = await createPod(pod());
    assertAnswer(answer, 201, {
      spec: { priority: 0, preemptionPolicy: "PreemptLowerPriority", priorityClassName: undefined },
    });
  });

  test("comes from the class that it names", async () => {
    const name = uniqueName("class");
    const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    const created = await client.create(classes, { metadata: { name }, value: 7, preemptionPolicy: "Never" });
    assertAnswer(created, 201);
    await eventually(async () => {
      const answer = await createPod(pod({ priorityClassName: name }));
      assertAnswer(answer, 201, { spec: { priority: 7, preemptionPolicy: "Never", priorityClassName: name } });
    });
    await client.delete(`${classes}/${name}`);
  });

  test("may be that of a system class in any namespace", async () => {
    const answer = await createPod(pod({ priorityClassName: "system-cluster-critical" }));
    assertAnswer(answer, 201, { spec: { priority: 2000000000 } });
  });

  test("is refused when the class is absent", async () => {
    const answer = await createPod(pod({ priorityClassName: "absent" }));
    assertStatus(answer, 403, "Forbidden", 'pods "made" is forbidden: no PriorityClass with name absent was found');
  });

  test("may not be given by the client", async () => {
    const answer = await createPod(pod({ priority: 5 }));
    assertStatus(
      answer,
      403,
      "Forbidden",
      'pods "made" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    );
  });

  test("may not be another preemption policy than that of the class", async () => {
    const answer = await createPod(pod({ preemptionPolicy: "Never" }));
    assertStatus(
      answer,
      403,
      "Forbidden",
      'pods "made" is forbidden: the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name',
    );
  });
});

describe("the tolerations of a pod", { concurrency: 8 }, () => {
  const toleration = (key: string, tolerationSeconds: number) => ({
    key: `node.kubernetes.io/${key}`,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds,
  });

  test("get 300 s for a node that is not ready or unreachable", async () => {
    assert.deepEqual((await createPod(pod())).body.spec.tolerations, [
      toleration("not-ready", 300),
      toleration("unreachable", 300),
    ]);
  });

  test("keep what the client says about one of them", async () => {
    const { body } = await createPod(pod({ tolerations: [toleration("unreachable", 5)] }));
    assert.deepEqual(body.spec.tolerations, [toleration("unreachable", 5), toleration("not-ready", 300)]);
  });

  test("are left alone when everything is tolerated", async () => {
    const { body } = await createPod(pod({ tolerations: [{ operator: "Exists" }] }));
    assert.deepEqual(body.spec.tolerations, [{ operator: "Exists" }]);
  });
});

describe("the RuntimeClass of a pod", { concurrency: 8 }, () => {
  test("has to exist", async () => {
    const answer = await createPod(pod({ runtimeClassName: "absent" }));
    assertStatus(answer, 403, "Forbidden", 'pods "made" is forbidden: pod rejected: RuntimeClass "absent" not found');
  });

  test("gives its overhead, node selector and tolerations", async () => {
    const name = uniqueName("runtime");
    const runtimeClasses = "/apis/node.k8s.io/v1/runtimeclasses";
    const runtimeClass = {
      metadata: { name },
      handler: "runc",
      overhead: { podFixed: { cpu: "10m" } },
      scheduling: { nodeSelector: { runtime: "yes" }, tolerations: [{ key: "runtime", operator: "Exists" }] },
    };
    assertAnswer(await client.create(runtimeClasses, runtimeClass), 201);
    await eventually(async () => {
      const answer = await createPod(pod({ runtimeClassName: name }));
      assertAnswer(answer, 201, { spec: { overhead: { cpu: "10m" }, nodeSelector: { runtime: "yes" } } });
      assert.ok(answer.body.spec.tolerations.some(({ key }: Json) => key === "runtime"));
    });
    await client.delete(`${runtimeClasses}/${name}`);
  });
});

describe("PodSecurity", { concurrency: 8 }, () => {
  const enforce = (level: string) => ({ "pod-security.kubernetes.io/enforce": level });
  const restricted = {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "main",
        image: "image",
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
      },
    ],
  };

  test("allows everything in a namespace without labels", async () => {
    const answer = await createPod(pod({ hostNetwork: true }));
    assertAnswer(answer, 201);
    assert.deepEqual(answer.warnings, []);
  });

  test("refuses what the baseline forbids", async () => {
    const answer = await createPod(pod({ hostNetwork: true, hostPID: true }), enforce("baseline"));
    assertStatus(
      answer,
      403,
      "Forbidden",
      'pods "made" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true, hostPID=true)',
    );
  });

  test("names everything that the restricted level misses", async () => {
    const answer = await createPod(pod(), enforce("restricted"));
    const missing = [
      'allowPrivilegeEscalation != false (container "main" must set securityContext.allowPrivilegeEscalation=false)',
      'unrestricted capabilities (container "main" must set securityContext.capabilities.drop=["ALL"])',
      'runAsNonRoot != true (pod or container "main" must set securityContext.runAsNonRoot=true)',
      'seccompProfile (pod or container "main" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ];
    const message = `pods "made" is forbidden: violates PodSecurity "restricted:latest": ${missing.join(", ")}`;
    assertStatus(answer, 403, "Forbidden", message, { details: { name: "made", kind: "pods", causes: undefined } });
  });

  test("admits a pod that keeps to the restricted level", async () => {
    assertAnswer(await createPod(pod(restricted), enforce("restricted")), 201);
  });

  test("judges by an older version when the namespace says so", async () => {
    const labels = { ...enforce("restricted"), "pod-security.kubernetes.io/enforce-version": "v1.24" };
    const answer = await createPod(pod({ ...restricted, hostIPC: true }), labels);
    assertAnswer(answer, 403, {
      message: /violates PodSecurity "restricted:v1\.24": host namespaces \(hostIPC=true\)$/,
    });
  });

  test("warns and admits when the namespace says warn", async () => {
    const answer = await createPod(pod({ hostNetwork: true }), { "pod-security.kubernetes.io/warn": "baseline" });
    assertAnswer(answer, 201);
    assert.deepEqual(answer.warnings, [
      'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    ]);
  });

  test("only warns about the template of a Deployment", async () => {
    const namespace = await client.namespace(enforce("baseline"));
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: pod({ hostNetwork: true }).spec };
    const answer = await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, {
      metadata: { name: "made" },
      spec: { selector: { matchLabels: labels }, template },
    });

    assertAnswer(answer, 201);
    assert.deepEqual(answer.warnings, [
      'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    ]);
  });

  test("warns of pods that a new label of the namespace would forbid", async () => {
    const namespace = await client.namespace();
    assertAnswer(await client.create(`/api/v1/namespaces/${namespace}/pods`, pod({ hostNetwork: true })), 201);
    const labels = enforce("baseline");

    await eventually(async () => {
      const answer = await client.patch(
        "merge",
        `/api/v1/namespaces/${namespace}`,
        { metadata: { labels } },
        { dryRun: "All" },
      );
      assertAnswer(answer, 200);
      assert.deepEqual(answer.warnings, [
        `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "baseline:latest"`,
        "made: host namespaces",
      ]);
    });
  });

  test("refuses a level that is unknown", async () => {
    const name = uniqueName("ns");
    assertStatus(
      await client.create("/api/v1/namespaces", { metadata: { name, labels: enforce("strict") } }),
      422,
      "Invalid",
      `Namespace "${name}" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted`,
    );
  });
});

describe("other plugins", { concurrency: 8 }, () => {
  test("protect a claim and a volume in use with a finalizer", async () => {
    const namespace = await client.namespace();
    const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } };
    const claim = await client.create(`/api/v1/namespaces/${namespace}/persistentvolumeclaims`, {
      metadata: { name: "made" },
      spec,
    });
    assertAnswer(claim, 201, { metadata: { finalizers: ["kubernetes.io/pvc-protection"] } });

    const volume = { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Mi" }, hostPath: { path: "/tmp" } };
    const made = await client.create(
      "/api/v1/persistentvolumes",
      { metadata: { name: uniqueName("pv") }, spec: volume },
      { dryRun: "All" },
    );
    assertAnswer(made, 201, { metadata: { finalizers: ["kubernetes.io/pv-protection"] } });
  });

  test("taint a new node as not ready", async () => {
    const answer = await client.create("/api/v1/nodes", { metadata: { name: uniqueName("node") } }, { dryRun: "All" });
    assertAnswer(answer, 201, { spec: { taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] } });
  });
});
