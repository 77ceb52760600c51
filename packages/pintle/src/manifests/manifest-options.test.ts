import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@pintle/machinery";
import { checkManifestOptions, type ManifestOptions } from "./manifest-options.ts";

const good: ManifestOptions = { name: "shops", image: "shops:1.0" };

test("what is not said is what most programs want", () => {
  const { namespace, replicas, metrics, webhooks, watchNamespaces } = checkManifestOptions(good);
  assert.deepEqual(
    { namespace, replicas, metrics, webhooks, watchNamespaces },
    {
      ...{ namespace: "shops-system", replicas: 2, metrics: "secure", webhooks: true },
      watchNamespaces: undefined,
    },
  );
  assert.deepEqual(checkManifestOptions({ ...good, watchNamespaces: ["b", "a", "b"] }).watchNamespaces, ["a", "b"]);
});

test("a mistake is told with the option that it is in", () => {
  const bad: readonly [string, unknown][] = [
    ["name", "Shops"],
    ["name", "s".repeat(41)],
    ["namespace", "a.b"],
    ["image", ""],
    ["image", "a b"],
    ["replicas", -1],
    ["replicas", 1.5],
    ["watchNamespaces", []],
    ["watchNamespaces", ["UP"]],
    ["version", "1.0"],
  ];
  for (const [option, value] of bad) {
    assert.throws(
      () => checkManifestOptions({ ...good, [option]: value }),
      (error: unknown) =>
        error instanceof UsageError &&
        error.code === "PINTLE_MANIFEST_OPTION_INVALID" &&
        error.message.startsWith(`${option} `),
      `${option} ${JSON.stringify(value)}`,
    );
  }
});
