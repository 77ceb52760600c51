import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { hardened, podOf, restricted, violationsOf } from "./pod-security-fixture.test.ts";

const restrictedOf = (minor: number) => ({ level: "restricted", minor }) as const;
const hardenedWith = (more: JsonObject) => ({ annotations: {}, spec: { ...hardened, ...more } });
const fine = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
const securityContext = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };
const withContexts = (contexts: Record<string, JsonObject>, more: JsonObject = {}) =>
  podOf(contexts, { securityContext, ...more });

test("a pod that says nothing is told all that it has to say, in the order of the checks", () => {
  assert.equal(
    violationsOf(restricted, podOf({ a: {}, b: {} })),
    [
      'allowPrivilegeEscalation != false (containers "a", "b" must set securityContext.allowPrivilegeEscalation=false)',
      'unrestricted capabilities (containers "a", "b" must set securityContext.capabilities.drop=["ALL"])',
      'runAsNonRoot != true (pod or containers "a", "b" must set securityContext.runAsNonRoot=true)',
      'seccompProfile (pod or containers "a", "b" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ].join(", "),
  );
});

test("older versions ask for less", () => {
  const reasons = (minor: number) => violationsOf(restrictedOf(minor), podOf({ a: {} })).replaceAll(/ \(.*?\)/g, "");
  assert.equal(reasons(0), "runAsNonRoot != true");
  assert.equal(reasons(8), "allowPrivilegeEscalation != false, runAsNonRoot != true");
  assert.equal(reasons(19), "allowPrivilegeEscalation != false, runAsNonRoot != true, seccompProfile");
  const all = "allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile";
  assert.equal(reasons(22), all);
  assert.equal(reasons(99), all);
});

test("all capabilities are dropped, and one may be added again", () => {
  const pod = withContexts({
    a: { ...fine, capabilities: { add: ["NET_BIND_SERVICE"], drop: ["ALL"] } },
    b: { ...fine, capabilities: { add: ["CHOWN"], drop: ["CHOWN"] } },
    c: { ...fine, capabilities: { add: ["BAR"], drop: ["ALL"] } },
  });
  const words = [
    'container "b" must set securityContext.capabilities.drop=["ALL"]',
    'containers "b", "c" must not include "BAR", "CHOWN" in securityContext.capabilities.add',
  ];
  assert.equal(violationsOf(restricted, pod), `unrestricted capabilities (${words.join("; ")})`);
  // Before there was a stricter check, that of the baseline counts.
  const before = 'non-default capabilities (container "c" must not include "BAR" in securityContext.capabilities.add)';
  assert.equal(violationsOf(restrictedOf(21), pod), before);
});

test("volumes are of kinds that the pod's own people manage", () => {
  const volumes = [
    ...[{ name: "a", hostPath: {} }, { name: "b", nfs: {} }, { name: "c" }, { name: "d", storageos: {} }],
    ...[
      { name: "e", image: {} },
      { name: "f", ephemeral: {} },
      { name: "g", secret: {} },
    ],
  ];
  const words = 'volumes "a", "b", "c", "d" use restricted volume types "hostPath", "nfs", "storageos", "unknown"';
  assert.equal(violationsOf(restricted, hardenedWith({ volumes })), `restricted volume types (${words})`);
  const one = [{ name: "b", nfs: {} }];
  const single = 'restricted volume types (volume "b" uses restricted volume type "nfs")';
  assert.equal(violationsOf(restricted, hardenedWith({ volumes: one })), single);
});

test("nobody runs as root, by word of the pod or of each container", () => {
  const words = (who: string) => `runAsNonRoot != true (${who} must not set securityContext.runAsNonRoot=false)`;
  const pod = (own: JsonObject, ...containers: JsonObject[]) =>
    podOf(Object.fromEntries(containers.map((context, index) => [`c${index}`, { ...fine, ...context }])), {
      securityContext: { ...securityContext, ...own },
    });
  const no = { runAsNonRoot: false };
  const yes = { runAsNonRoot: true };
  assert.equal(violationsOf(restricted, pod(no, no, yes)), words('pod and container "c0"'));
  assert.equal(violationsOf(restricted, pod(yes, no)), words('container "c0"'));
  assert.equal(violationsOf(restricted, pod({ runAsNonRoot: null }, yes, yes)), "");
  const silent = 'runAsNonRoot != true (pod or container "c1" must set securityContext.runAsNonRoot=true)';
  assert.equal(violationsOf(restricted, pod({ runAsNonRoot: null }, yes, {})), silent);
  const own = { ...pod(no, no).spec, hostUsers: false };
  assert.equal(violationsOf(restricted, { annotations: {}, spec: own }), "");
  assert.notEqual(violationsOf(restrictedOf(34), { annotations: {}, spec: own }), "");
});

test("the user is not 0, from 1.23 on, unless the pod has users of its own from 1.35 on", () => {
  const pod = (more: JsonObject = {}) =>
    podOf(
      { a: { ...fine, runAsUser: 0 }, b: { ...fine, runAsUser: 1 } },
      {
        securityContext: { ...securityContext, runAsUser: 0 },
        ...more,
      },
    );
  const words = 'runAsUser=0 (pod and container "a" must not set runAsUser=0)';
  assert.equal(violationsOf(restricted, pod()), words);
  assert.equal(violationsOf(restrictedOf(22), pod()), "");
  assert.equal(violationsOf(restricted, pod({ hostUsers: false })), "");
  assert.equal(violationsOf(restrictedOf(34), pod({ hostUsers: false })), words);
});

test("a profile for system calls is named by the pod or by each container", () => {
  const own = (type: string) => ({ securityContext: { runAsNonRoot: true, seccompProfile: { type } } });
  const bad = 'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")';
  assert.equal(violationsOf(restricted, podOf({ a: fine }, own("Unconfined"))), bad);
  const silent = podOf(
    { a: { ...fine, seccompProfile: { type: "Localhost" } }, b: fine },
    {
      securityContext: { runAsNonRoot: true },
    },
  );
  const wanted = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  assert.equal(violationsOf(restricted, silent), `seccompProfile (pod or container "b" ${wanted})`);
});

test("what Windows does not know is not asked of pods for it, from 1.25 on", () => {
  const pod = podOf({ a: {} }, { os: { name: "windows" }, securityContext: { runAsNonRoot: true } });
  assert.equal(violationsOf(restricted, pod), "");
  assert.notEqual(violationsOf(restrictedOf(24), pod), "");
});
