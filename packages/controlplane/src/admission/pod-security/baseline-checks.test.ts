import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { baseline, podOf, restricted, violationsOf } from "./pod-security-fixture.test.ts";

const baselineOf = (minor: number) => ({ level: "baseline", minor }) as const;
const spec = (more: JsonObject) => podOf({}, more);

test("namespaces of the host are not shared", () => {
  const all = { hostNetwork: true, hostPID: true, hostIPC: true };
  const words = "host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)";
  assert.equal(violationsOf(baseline, spec(all)), words);
  assert.equal(violationsOf(baseline, spec({ hostNetwork: false })), "");
  assert.equal(violationsOf({ level: "privileged" }, spec(all)), "");
});

test("containers are named in the order in which they start", () => {
  const pod = podOf({ c: { privileged: true }, i: { privileged: true }, e: { privileged: true }, fine: {} });
  const words = 'privileged (containers "i", "c", "e" must not set securityContext.privileged=true)';
  assert.equal(violationsOf(baseline, pod), words);
});

test("capabilities beyond the default ones are not added", () => {
  const pod = podOf({
    a: { capabilities: { add: ["NET_RAW", "CHOWN"] } },
    b: { capabilities: { add: ["BAR", "NET_RAW"] } },
    c: { capabilities: { add: ["SYS_CHROOT"] } },
  });
  const words = 'containers "a", "b" must not include "BAR", "NET_RAW" in securityContext.capabilities.add';
  assert.equal(violationsOf(baseline, pod), `non-default capabilities (${words})`);
});

test("paths and ports of the host are not used", () => {
  const volumes = [
    { name: "a", hostPath: {} },
    { name: "b", hostPath: { path: "/" } },
    { name: "c", emptyDir: {} },
  ];
  assert.equal(violationsOf(baseline, spec({ volumes })), 'hostPath volumes (volumes "a", "b")');
  assert.equal(violationsOf(baseline, spec({ volumes: [volumes[0] ?? {}] })), 'hostPath volumes (volume "a")');
  const ports = (...numbers: number[]) => numbers.map((hostPort) => ({ containerPort: 1, hostPort }));
  const containers = [
    { name: "a", ports: ports(0, 80) },
    { name: "b", ports: ports(443, 80) },
  ];
  assert.equal(violationsOf(baseline, spec({ containers })), 'hostPort (containers "a", "b" use hostPorts 443, 80)');
  const one = [containers[0] ?? {}];
  assert.equal(violationsOf(baseline, spec({ containers: one })), 'hostPort (container "a" uses hostPort 80)');
});

test("probes and handlers go to the pod itself, from 1.34 on", () => {
  const containers = [
    {
      name: "b",
      livenessProbe: { httpGet: { host: "1.1.1.1" } },
      lifecycle: { preStop: { tcpSocket: { host: "b" } } },
    },
    { name: "a", startupProbe: { tcpSocket: { host: "1.1.1.1" } }, readinessProbe: { httpGet: { host: "" } } },
  ];
  const words = 'containers "a", "b" use probe or lifecycle hosts "1.1.1.1", "b"';
  assert.equal(violationsOf(baseline, spec({ containers })), `probe or lifecycle host (${words})`);
  assert.equal(violationsOf(baselineOf(33), spec({ containers })), "");
  const one = [{ name: "a", lifecycle: { postStart: { httpGet: { host: "h" } } } }];
  const single = 'probe or lifecycle host (container "a" uses probe or lifecycle host "h")';
  assert.equal(violationsOf(baselineOf(34), spec({ containers: one })), single);
});

test("/proc stays masked, from 1.35 on unless the pod has users of its own", () => {
  const contexts = { a: { procMount: "Unmasked" }, b: { procMount: "Default" }, c: {} };
  const words = 'procMount (container "a" must not set securityContext.procMount to "Unmasked")';
  assert.equal(violationsOf(baseline, podOf(contexts)), words);
  const own = podOf(contexts, { hostUsers: false });
  assert.equal(violationsOf(baseline, own), "");
  assert.equal(violationsOf(baselineOf(34), own), words);
  assert.ok(violationsOf(restricted, own).includes(words));
});

test("SELinux types are some, and user and role stay unset", () => {
  const pod = podOf(
    {
      a: { seLinuxOptions: { type: "foo", user: "u" } },
      b: { seLinuxOptions: { role: "r" } },
      c: { seLinuxOptions: {} },
    },
    { securityContext: { seLinuxOptions: { type: "bar" } } },
  );
  const found = 'types "bar", "foo"; user may not be set; role may not be set';
  const words = `seLinuxOptions (pod and containers "a", "b" set forbidden securityContext.seLinuxOptions: ${found})`;
  assert.equal(violationsOf(baseline, pod), words);
  const engine = podOf({ a: { seLinuxOptions: { type: "container_engine_t" } } });
  assert.equal(violationsOf(baselineOf(31), engine), "");
  const older =
    'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: type "container_engine_t")';
  assert.equal(violationsOf(baselineOf(30), engine), older);
});

test("system calls are filtered by a known profile: by annotation first, by field from 1.19 on", () => {
  const context = { seccompProfile: { type: "Unconfined" } };
  const pod = podOf({ a: context, b: { seccompProfile: { type: "Localhost" } } }, { securityContext: context });
  const words = 'pod and container "a" must not set securityContext.seccompProfile.type to "Unconfined"';
  assert.equal(violationsOf(baseline, pod), `seccompProfile (${words})`);
  assert.equal(violationsOf(baselineOf(18), pod), "");
  const annotations = {
    "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
    "container.seccomp.security.alpha.kubernetes.io/a": "x",
    "container.seccomp.security.alpha.kubernetes.io/b": "docker/default",
    "container.seccomp.security.alpha.kubernetes.io/absent": "x",
  };
  const old = { ...podOf({ a: {}, b: {} }), annotations };
  const list = [
    'container.seccomp.security.alpha.kubernetes.io/a="x"',
    'seccomp.security.alpha.kubernetes.io/pod="unconfined"',
  ];
  assert.equal(violationsOf(baselineOf(18), old), `seccompProfile (forbidden annotations ${list.join(", ")})`);
  assert.equal(violationsOf(baseline, old), "");
});

test("sysctls are some, and with every version a few more", () => {
  const sysctls = (...names: string[]) =>
    spec({ securityContext: { sysctls: names.map((name) => ({ name, value: "" })) } });
  const added = ["net.ipv4.ip_local_reserved_ports", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_rmem", "net.ipv4.other"];
  const told = (minor: number) => violationsOf(baselineOf(minor), sysctls("kernel.shm_rmid_forced", ...added));
  assert.equal(told(26), `forbidden sysctls (${added.join(", ")})`);
  assert.equal(told(27), `forbidden sysctls (${added.slice(1).join(", ")})`);
  assert.equal(told(29), `forbidden sysctls (${added.slice(2).join(", ")})`);
  assert.equal(told(32), "forbidden sysctls (net.ipv4.other)");
});

test("processes of Windows hosts are not used", () => {
  const context = { windowsOptions: { hostProcess: true } };
  const pod = podOf({ a: context, b: { windowsOptions: { hostProcess: false } } }, { securityContext: context });
  const words = 'pod and container "a" must not set securityContext.windowsOptions.hostProcess=true';
  assert.equal(violationsOf(baseline, pod), `hostProcess (${words})`);
});

test("AppArmor is not switched off, by field or by annotation", () => {
  const context = { appArmorProfile: { type: "Unconfined" } };
  const pod = podOf({ a: context, b: { appArmorProfile: { type: "Localhost" } } }, { securityContext: context });
  const prefix = "container.apparmor.security.beta.kubernetes.io/";
  const annotations = {
    [`${prefix}b`]: "unconfined",
    [`${prefix}a`]: "bogus",
    [`${prefix}c`]: "localhost/x",
    other: "x",
  };
  const who = 'pod and container "a" and annotations';
  const values = `"Unconfined", "${prefix}a="bogus"", "${prefix}b="unconfined""`;
  assert.equal(
    violationsOf(baseline, { ...pod, annotations }),
    `forbidden AppArmor profiles (${who} must not set AppArmor profile type to ${values})`,
  );
  const single = 'forbidden AppArmor profile (container "a" must not set AppArmor profile type to "Unconfined")';
  assert.equal(violationsOf(baseline, podOf({ a: context })), single);
});

test("what is no object where one should be is overlooked by none of the checks, and stops none", () => {
  const odd = {
    containers: [null, "x", { name: "a", securityContext: 1, ports: {} }],
    volumes: "v",
    securityContext: [],
  };
  assert.equal(violationsOf(baseline, spec(odd as unknown as JsonObject)), "");
});
