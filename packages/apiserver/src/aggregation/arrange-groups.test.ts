import assert from "node:assert/strict";
import { test } from "node:test";
import type { DiscoveredGroup } from "../discovery/discovered-group.ts";
import { type ApiService, toApiService } from "./api-service.ts";
import { arrangeGroups, type RemoteResources } from "./arrange-groups.ts";

const stale: RemoteResources = { resources: [], freshness: "Stale" };

function own(name: string, ...versions: string[]): DiscoveredGroup {
  return { name, versions: versions.map((version) => ({ version, resources: [] })) };
}

function apiService(name: string, priorities: [group: number, version: number], isRemote = true): ApiService {
  const [version = "", ...group] = name.split(".");
  const [groupPriorityMinimum, versionPriority] = priorities;
  const service = isRemote ? { service: { namespace: "default", name: "api" } } : {};
  const spec = { group: group.join("."), version, groupPriorityMinimum, versionPriority, ...service };
  return toApiService({ metadata: { name }, spec });
}

function arrange(groups: readonly DiscoveredGroup[], services: readonly ApiService[]): string[] {
  return arrangeGroups(groups, services, () => stale).map(
    ({ name, versions }) =>
      `${name}: ${versions.map(({ version, remote }) => version + (remote ? "*" : "")).join(" ")}`,
  );
}

test("Groups stand by their priority, the one of APIServices first of all", () => {
  const services = [
    apiService("v1.apps", [17_800, 15], false),
    apiService("v1.low.test", [100, 15]),
    apiService("v1.high.test", [19_000, 15]),
  ];
  const groups = [own("", "v1"), own("apiregistration.k8s.io", "v1"), own("apps", "v1"), own("own.test", "v1")];
  assert.deepEqual(arrange(groups, services), [
    ": v1",
    "apiregistration.k8s.io: v1",
    "high.test: v1*",
    "apps: v1",
    "own.test: v1",
    "low.test: v1*",
  ]);
});

test("Versions stand by their priority, then the more stable first", () => {
  const services = [
    apiService("v1.a.test", [1_000, 10]),
    apiService("v1beta1.a.test", [1_000, 10]),
    apiService("v2.a.test", [1_000, 5]),
    apiService("v3alpha1.a.test", [1_000, 20]),
  ];
  assert.deepEqual(arrange([], services), ["a.test: v3alpha1* v1* v1beta1* v2*"]);
});

test("A group may be served by both, and a version that another serves is not the server's own", () => {
  const services = [apiService("v1.a.test", [1_000, 100]), apiService("v2.a.test", [1_000, 100], false)];
  assert.deepEqual(arrange([own("a.test", "v1", "v2")], services), ["a.test: v2 v1*"]);
});

test("A local APIService of what is not served makes no group", () => {
  assert.deepEqual(arrange([], [apiService("v1.gone.test", [1_000, 100], false)]), []);
});

test("Groups of the same priority stand by the names of their APIServices", () => {
  const services = [apiService("v1beta1.a.test", [1_000, 15]), apiService("v1.b.test", [1_000, 15])];
  assert.deepEqual(arrange([], services), ["b.test: v1*", "a.test: v1beta1*"]);
});
