import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@pintle/machinery";
import { pluginEntries } from "./admission-plugins.ts";
import { choosePlugins } from "./choose-plugins.ts";

const namesOf = (...choice: Parameters<typeof choosePlugins>) => choosePlugins(...choice).map(({ name }) => name);

test("quota comes last of those that are on, because what it has charged is not paid back", () => {
  assert.equal(namesOf({}).at(-1), "ResourceQuota");
  assert.equal(namesOf({})[0], "NamespaceLifecycle");
});

test("plugins are added and taken away by name, and their order stays", () => {
  const names = namesOf({ enabled: ["ServiceAccount", "LimitRanger"], disabled: ["PodSecurity", "Priority"] });
  const order = pluginEntries.map(({ name }) => name).filter((name) => names.includes(name));
  assert.deepEqual(names, order);
  assert.ok(names.includes("ServiceAccount"));
  assert.ok(!names.includes("PodSecurity") && !names.includes("Priority"));
  assert.ok(!namesOf({}).includes("ServiceAccount"));
});

test("a name that means nothing is an error that says where it stands and which names there are", () => {
  const isRefused = (flag: string) => (error: unknown) =>
    error instanceof UsageError &&
    error.code === "PINTLE_ADMISSION_PLUGIN_UNKNOWN" &&
    error.message.startsWith(`${flag} names "limitRanger"`) &&
    error.message.includes("LimitRanger, ");
  assert.throws(() => choosePlugins({ enabled: ["limitRanger"] }), isRefused("--enable-admission-plugins"));
  assert.throws(() => choosePlugins({ disabled: ["limitRanger"] }), isRefused("--disable-admission-plugins"));
});

test("a plugin that is not built cannot be asked for, but done without", () => {
  const isRefused = (error: unknown) =>
    error instanceof UsageError && !error.message.includes("none of ImagePolicyWebhook");
  assert.throws(() => choosePlugins({ enabled: ["ImagePolicyWebhook"] }), isRefused);
  assert.deepEqual(namesOf({ disabled: ["ImagePolicyWebhook"] }), namesOf({}));
});

test("a plugin cannot be wanted and not wanted", () => {
  const choice = { enabled: ["LimitRanger"], disabled: ["LimitRanger"] };
  assert.throws(
    () => choosePlugins(choice),
    (error) => error instanceof UsageError && error.code === "PINTLE_ADMISSION_PLUGIN_CONTRADICTION",
  );
});
