import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

const client = connect();
after(() => client.close());

const label = (mode: string) => `pod-security.kubernetes.io/${mode}`;
const labels = (modes: Record<string, string>) =>
  Object.fromEntries(Object.entries(modes).map(([mode, value]) => [label(mode), value]));

const container = (securityContext: Json = {}, more: Json = {}) => ({
  name: "main",
  image: "image",
  ...(Object.keys(securityContext).length > 0 && { securityContext }),
  ...more,
});
const pod = (spec: Json, metadata: Json = {}) => ({
  metadata: { name: "made", ...metadata },
  spec: { containers: [container()], ...spec },
});
const namespaces: Record<string, string> = {};

/** What the namespace of a level has to say to a pod. */
const ask = (level: string, object: Json): Promise<Answer> =>
  client.create(`/api/v1/namespaces/${namespaces[level]}/pods`, object, { dryRun: "All" });

/** Namespaces with labels, of which the server knows. */
before(async () => {
  const modes = {
    baseline: { enforce: "baseline" },
    restricted: { enforce: "restricted" },
    old: { enforce: "baseline", "enforce-version": "v1.18" },
  };
  for (const [name, mode] of Object.entries(modes)) {
    namespaces[name] = await client.namespace(labels(mode));
    await eventually(async () => assertAnswer(await ask(name, pod({ hostPID: true })), 403));
  }
});

const hardened = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
const restrictedSpec = (more: Json = {}, securityContext: Json = {}, context: Json = {}) => ({
  securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" }, ...securityContext },
  containers: [container({ ...hardened, ...context })],
  ...more,
});

describe("the baseline", { concurrency: 8 }, () => {
  const cases: Record<string, [object: Json, violations: string]> = {
    "AppArmor switched off": [
      pod({ securityContext: { appArmorProfile: { type: "Unconfined" } } }),
      'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")',
    ],
    "capabilities beyond the default ones": [
      pod({ containers: [container({ capabilities: { add: ["SYS_TIME", "NET_RAW", "CHOWN"] } })] }),
      'non-default capabilities (container "main" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)',
    ],
    "namespaces of the host": [pod({ hostIPC: true, hostPID: true }), "host namespaces (hostPID=true, hostIPC=true)"],
    "paths of the host": [
      pod({
        volumes: [
          { name: "a", hostPath: { path: "/a" } },
          { name: "b", hostPath: { path: "/b" } },
        ],
      }),
      'hostPath volumes (volumes "a", "b")',
    ],
    "ports of the host": [
      pod({
        containers: [
          container(
            {},
            {
              ports: [
                { containerPort: 80, hostPort: 8080 },
                { containerPort: 81, hostPort: 443 },
              ],
            },
          ),
        ],
      }),
      'hostPort (container "main" uses hostPorts 443, 8080)',
    ],
    "probes of other hosts": [
      pod({ containers: [container({}, { livenessProbe: { httpGet: { host: "10.0.0.1", port: 80 } } })] }),
      'probe or lifecycle host (container "main" uses probe or lifecycle host "10.0.0.1")',
    ],
    "privileged containers": [
      pod({
        containers: [container({ privileged: true })],
        initContainers: [{ ...container({ privileged: true }), name: "first" }],
      }),
      'privileged (containers "first", "main" must not set securityContext.privileged=true)',
    ],
    "other SELinux options": [
      pod({
        securityContext: { seLinuxOptions: { type: "spc_t", user: "u" } },
        containers: [container({ seLinuxOptions: { role: "r" } })],
      }),
      'seLinuxOptions (pod and container "main" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set; role may not be set)',
    ],
    "no filter for system calls": [
      pod({ securityContext: { seccompProfile: { type: "Unconfined" } } }),
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    "unsafe sysctls": [
      pod({
        securityContext: {
          sysctls: [
            { name: "kernel.msgmax", value: "1" },
            { name: "net.ipv4.tcp_rmem", value: "1" },
          ],
        },
      }),
      "forbidden sysctls (kernel.msgmax)",
    ],
    "processes of a Windows host": [
      pod({ hostNetwork: true, os: { name: "windows" }, securityContext: { windowsOptions: { hostProcess: true } } }),
      "host namespaces (hostNetwork=true), hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)",
    ],
  };
  for (const [title, [object, violations]] of Object.entries(cases)) {
    test(`forbids ${title}`, async () => {
      const message = `pods "made" is forbidden: violates PodSecurity "baseline:latest": ${violations}`;
      assertStatus(await ask("baseline", object), 403, "Forbidden", message);
    });
  }

  test("of an older version forbids less, and looks at annotations", async () => {
    const probe = { livenessProbe: { httpGet: { host: "10.0.0.1", port: 80 } } };
    assertAnswer(await ask("old", pod({ containers: [container({}, probe)] })), 201);
    const annotations = { "container.seccomp.security.alpha.kubernetes.io/main": "unconfined" };
    const words =
      'seccompProfile (forbidden annotation container.seccomp.security.alpha.kubernetes.io/main="unconfined")';
    assertStatus(
      await ask("old", pod({}, { annotations })),
      403,
      "Forbidden",
      `pods "made" is forbidden: violates PodSecurity "baseline:v1.18": ${words}`,
    );
  });

  test("names a pod by the name that was made for it", async () => {
    const answer = await ask("baseline", pod({ hostPID: true }, { name: undefined, generateName: "some-" }));
    assertStatus(answer, 403, "Forbidden", /^pods "some-[a-z0-9]{5}" is forbidden: violates PodSecurity/);
  });
});

describe("the restricted level", { concurrency: 8 }, () => {
  const cases: Record<string, [spec: Json, violations: string]> = {
    "volumes of other kinds": [
      restrictedSpec({
        volumes: [
          { name: "a", nfs: { server: "s", path: "/" } },
          { name: "b", emptyDir: {} },
        ],
      }),
      'restricted volume types (volume "a" uses restricted volume type "nfs")',
    ],
    "paths of the host, once": [
      restrictedSpec({ volumes: [{ name: "a", hostPath: { path: "/" } }] }),
      'restricted volume types (volume "a" uses restricted volume type "hostPath")',
    ],
    "a container that runs as root": [
      restrictedSpec({}, {}, { runAsNonRoot: false }),
      'runAsNonRoot != true (container "main" must not set securityContext.runAsNonRoot=false)',
    ],
    "an unmasked /proc, in user namespaces too": [
      restrictedSpec({ hostUsers: false }, {}, { procMount: "Unmasked" }),
      'procMount (container "main" must not set securityContext.procMount to "Unmasked")',
    ],
    "user 0": [restrictedSpec({}, { runAsUser: 0 }), "runAsUser=0 (pod must not set runAsUser=0)"],
    "capabilities that are added": [
      restrictedSpec({}, {}, { capabilities: { drop: ["ALL"], add: ["CHOWN", "NET_BIND_SERVICE"] } }),
      'unrestricted capabilities (container "main" must not include "CHOWN" in securityContext.capabilities.add)',
    ],
  };
  for (const [title, [spec, violations]] of Object.entries(cases)) {
    test(`forbids ${title}`, async () => {
      const message = `pods "made" is forbidden: violates PodSecurity "restricted:latest": ${violations}`;
      assertStatus(await ask("restricted", pod(spec)), 403, "Forbidden", message);
    });
  }

  test("asks nothing of Windows that it does not know", async () => {
    const spec = { os: { name: "windows" }, securityContext: { runAsNonRoot: true } };
    assertAnswer(await ask("restricted", pod(spec)), 201);
  });

  test("lets root be root in user namespaces", async () => {
    assertAnswer(
      await ask("restricted", pod(restrictedSpec({ hostUsers: false }, { runAsUser: 0, runAsNonRoot: false }))),
      201,
    );
  });
});

describe("changes", { concurrency: 8 }, () => {
  test("of the image are judged, and others are not", async () => {
    const namespace = await client.namespace();
    const path = `/api/v1/namespaces/${namespace}/pods`;
    assertAnswer(await client.create(path, pod({ hostPID: true })), 201);
    assertAnswer(
      await client.patch("merge", `/api/v1/namespaces/${namespace}`, {
        metadata: { labels: labels({ enforce: "baseline" }) },
      }),
      200,
    );
    await eventually(async () =>
      assertAnswer(await client.create(path, pod({ hostPID: true }, { name: "late" }), { dryRun: "All" }), 403),
    );
    assertAnswer(await client.patch("merge", `${path}/made`, { metadata: { labels: { a: "b" } } }), 200);
    const image = { spec: { containers: [{ name: "main", image: "other" }] } };
    const words = 'violates PodSecurity "baseline:latest": host namespaces (hostPID=true)';
    assertStatus(
      await client.patch("strategic", `${path}/made`, image),
      403,
      "Forbidden",
      `pods "made" is forbidden: ${words}`,
    );
    const ephemeral = { spec: { ephemeralContainers: [{ name: "debug", image: "image" }] } };
    const added = await client.patch("strategic", `${path}/made/ephemeralcontainers`, ephemeral);
    assertStatus(added, 403, "Forbidden", `pods "made" is forbidden: ${words}`);
  });

  test("of a namespace to a level that cannot be read are refused, and those that leave it are not", async () => {
    const name = await client.namespace();
    const change = (modes: Record<string, string>) =>
      client.patch("merge", `/api/v1/namespaces/${name}`, { metadata: { labels: labels(modes) } });
    const level = (mode: string) =>
      `metadata.labels[${label(mode)}]: Invalid value: "x": must be one of privileged, baseline, restricted`;
    const version = `metadata.labels[${label("warn-version")}]: Invalid value: "1.20": must be "latest" or "v1.x"`;
    assertStatus(
      await change({ enforce: "x", audit: "x", "warn-version": "1.20" }),
      422,
      "Invalid",
      `Namespace "${name}" is invalid: [${level("enforce")}, ${level("audit")}, ${version}]`,
    );
    assertAnswer(await change({ audit: "restricted" }), 200);
  });

  test("to a stricter level tell of all that is there, alike pods in one line", async () => {
    const namespace = await client.namespace();
    const path = `/api/v1/namespaces/${namespace}/pods`;
    for (const name of ["c", "a", "b"]) assertAnswer(await client.create(path, pod({ hostPID: true }, { name })), 201);
    assertAnswer(await client.create(path, pod({ containers: [container({ privileged: true })] }, { name: "d" })), 201);
    await eventually(async () => {
      const metadata = { labels: labels({ enforce: "baseline", "enforce-version": "v1.30" }) };
      const answer = await client.patch("merge", `/api/v1/namespaces/${namespace}`, { metadata }, { dryRun: "All" });
      assertAnswer(answer, 200);
      assert.deepEqual(answer.warnings, [
        `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "baseline:v1.30"`,
        "a (and 2 other pods): host namespaces",
        "d: privileged",
      ]);
    });
  });
});

describe("what makes pods", { concurrency: 8 }, () => {
  const template = { metadata: { labels: { app: "web" } }, spec: { ...pod({ hostPID: true }).spec } };
  const selector = { matchLabels: { app: "web" } };
  const job = { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } };
  const kinds: Record<string, [path: string, object: Json]> = {
    ReplicaSet: ["apis/apps/v1", { kind: "replicasets", spec: { selector, template } }],
    StatefulSet: ["apis/apps/v1", { kind: "statefulsets", spec: { selector, template, serviceName: "s" } }],
    DaemonSet: ["apis/apps/v1", { kind: "daemonsets", spec: { selector, template } }],
    Job: ["apis/batch/v1", { kind: "jobs", spec: job }],
    CronJob: ["apis/batch/v1", { kind: "cronjobs", spec: { schedule: "* * * * *", jobTemplate: { spec: job } } }],
    ReplicationController: ["api/v1", { kind: "replicationcontrollers", spec: { template } }],
    PodTemplate: ["api/v1", { kind: "podtemplates", template }],
  };
  for (const [kind, [base, { kind: plural, ...object }]] of Object.entries(kinds)) {
    test(`is warned of as its pods would be: ${kind}`, async () => {
      const path = `/${base}/namespaces/${namespaces.baseline}/${plural}`;
      const answer = await client.create(
        path,
        { metadata: { name: uniqueName("made") }, ...object },
        { dryRun: "All" },
      );
      assertAnswer(answer, 201);
      assert.deepEqual(answer.warnings, [
        'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)',
      ]);
    });
  }
});
