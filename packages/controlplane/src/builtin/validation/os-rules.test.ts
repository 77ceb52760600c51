import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { validateHostProcess, validateOs, validateWindowsOptions } from "./os-rules.ts";

const path = fieldPath("spec");
const userOf = (runAsUserName: string) =>
  validateWindowsOptions({ runAsUserName }, path).map(({ detail }) => detail.replace("runAsUserName", "it"));

test("a Windows user has a name, and perhaps a domain", () => {
  for (const name of ["admin", "ContainerUser", "NT AUTHORITY\\SYSTEM", "example.com\\alice", "a b"]) {
    assert.deepEqual(userOf(name), []);
  }
});

test("what is wrong with a Windows user is told", () => {
  assert.deepEqual(userOf("a\\b\\c"), ["it cannot contain more than one backslash"]);
  assert.deepEqual(userOf("\\a"), ["it's Domain doesn't match the NetBios nor the DNS format"]);
  assert.deepEqual(userOf("a\\"), ["it's User cannot be empty"]);
  assert.deepEqual(userOf(". ."), ["it's User cannot contain only periods or spaces"]);
  assert.deepEqual(userOf("a@b"), ["it's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"]);
  assert.deepEqual(userOf("a".repeat(105)), ["it's User length must not be longer than 104 characters"]);
  assert.deepEqual(userOf("a\u007f"), ["it cannot contain control characters"]);
});

test("processes of a Windows host are all of a pod's containers, on the host's network", () => {
  const hostProcess = { securityContext: { windowsOptions: { hostProcess: true } } };
  const texts = (spec: object) => validateHostProcess(JSON.parse(JSON.stringify(spec)), path).map(String);
  assert.deepEqual(texts({ hostNetwork: true, containers: [hostProcess] }), []);
  assert.deepEqual(texts({ containers: [hostProcess, {}] }), [
    'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
    "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers",
  ]);
  const mixed = {
    securityContext: { windowsOptions: { hostProcess: false } },
    containers: [hostProcess],
    hostNetwork: true,
  };
  assert.deepEqual(texts(mixed), [
    "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false",
  ]);
});

test("a pod that names no system may say what it likes", () => {
  const spec = { securityContext: { windowsOptions: {}, fsGroup: 1 }, containers: [] };
  assert.deepEqual(validateOs(spec, path), []);
});
