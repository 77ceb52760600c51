import assert from "node:assert/strict";
import { test } from "node:test";
import { readProgramFlags } from "../run/program-flags.ts";
import { checkManifestOptions, type ManifestOptions } from "./manifest-options.ts";
import { programArguments, programEnvironment } from "./program-arguments.ts";
import { programNamesOf } from "./program-names.ts";

/** What a program reads from what its Deployment says. */
function flagsOf(options: Partial<ManifestOptions>, servesWebhooks = true) {
  const settings = checkManifestOptions({ name: "shops", image: "shops:1.0", ...options });
  const environment = Object.fromEntries(programEnvironment(settings).map(({ name, value }) => [name, value]));
  return readProgramFlags(programArguments(settings, servesWebhooks), environment);
}

test("a program is started with flags that it knows, and finds what is named after it", () => {
  const flags = flagsOf({});
  const { name, leaderElect, leaderElectionId, leaderElectionNamespace, logFormat, namespaces } = flags;
  assert.deepEqual(
    { name, leaderElect, leaderElectionId, leaderElectionNamespace, logFormat, namespaces },
    {
      ...{ name: "shops", leaderElect: true, leaderElectionId: "shops.pintle.dev", logFormat: "json" },
      ...{ leaderElectionNamespace: "shops-system", namespaces: undefined },
    },
  );
  assert.equal(flags.healthProbeBindAddress, ":8081");
  assert.deepEqual([flags.webhooks, flags.webhookPort], [true, 9443]);
});

test("metrics are served as they were asked for", () => {
  const metricsOf = (metrics: ManifestOptions["metrics"]) => {
    const { metricsBindAddress, metricsSecure } = flagsOf(metrics ? { metrics } : {});
    return [metricsBindAddress, metricsSecure];
  };
  assert.deepEqual(metricsOf(undefined), [":8443", true]);
  assert.deepEqual(metricsOf("plain"), [":8443", false]);
  assert.deepEqual(metricsOf("off"), ["0", false]);
});

test("namespaces are watched and webhooks left out where that was said", () => {
  assert.deepEqual(flagsOf({ watchNamespaces: ["b", "a"] }).namespaces, ["a", "b"]);
  assert.equal(flagsOf({ webhooks: false }, false).webhooks, false);
});

test("names of objects are the same for ever: programs look for them, and clusters have them", () => {
  assert.deepEqual(programNamesOf("shops"), {
    serviceAccount: "shops",
    deployment: "shops",
    managerRole: "shops-manager",
    leaderElectionRole: "shops-leader-election",
    certificatesRole: "shops-certificates",
    metricsAuthRole: "shops-metrics-auth",
    metricsReaderRole: "shops-metrics-reader",
    metricsService: "shops-metrics",
    webhookService: "shops-webhook",
    certificates: "shops-webhook-certificates",
    webhookConfiguration: "shops",
    lease: "shops.pintle.dev",
  });
});
