import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServedResource } from "../registry/served-resource.ts";
import { createGroup, createGroupList } from "./api-groups.ts";
import { createResourceList } from "./api-resource-list.ts";
import { compareVersions } from "./compare-versions.ts";
import { discoverGroups } from "./discovered-group.ts";
import { createGroupDiscoveryList } from "./group-discovery-list.ts";

const any = { type: "any" } as const;

function resource(
  group: string,
  plural: string,
  versions: readonly string[],
  more: Partial<ServedResource> = {},
): ServedResource {
  return {
    group,
    plural,
    singular: plural.slice(0, -1),
    kind: plural.slice(0, 1).toUpperCase() + plural.slice(1, -1),
    scope: "Namespaced",
    versions: versions.map((version) => ({ version, shape: any })),
    strategy: { nameRule: "dns1123Subdomain" },
    ...more,
  };
}

test("Versions are sorted by stability and age, and names that follow no rule come last", () => {
  const versions = ["older", "v1", "v2beta1", "v10", "v1alpha1", "v2", "v1beta10", "v1beta2", "v0", "v01"];
  assert.deepEqual(versions.toSorted(compareVersions), [
    ...["v10", "v2", "v1", "v2beta1", "v1beta10", "v1beta2", "v1alpha1"],
    ...["older", "v0", "v01"],
  ]);
});

const groups = discoverGroups(
  [
    resource("zoo.example.com", "lions", ["v1", "v2"]),
    resource("apps", "webs", ["v1"], {
      shortNames: ["wb"],
      subresources: {
        status: { type: "view", strategy: { nameRule: "dns1123Subdomain" } },
        scale: { type: "scale", specReplicasPath: "spec.n", statusReplicasPath: "status.n" },
      },
    }),
    resource("art.example.com", "pens", ["v1", "v2"]),
    resource("zoo.example.com", "bears", ["v2"]),
    resource("art.example.com", "inks", ["v3"], { versions: [{ version: "v3", shape: any, isServed: false }] }),
  ],
  ["apps"],
);

test("Groups that were ranked come first, the others by name, resources by name; versions that are not served are left out", () => {
  assert.deepEqual(
    groups.map(({ name, versions }) => [
      name,
      versions.map(({ version, resources }) => [version, resources.map((one) => one.resource.plural)]),
    ]),
    [
      ["apps", [["v1", ["webs"]]]],
      [
        "art.example.com",
        [
          ["v2", ["pens"]],
          ["v1", ["pens"]],
        ],
      ],
      [
        "zoo.example.com",
        [
          ["v2", ["bears", "lions"]],
          ["v1", ["lions"]],
        ],
      ],
    ],
  );
});

test("A list of resources has an entry for each subresource, and scales are of autoscaling", () => {
  const [apps] = groups;
  const version = apps?.versions[0];
  assert.ok(version);
  const { resources } = createResourceList("apps", version) as {
    resources: { name: string; group?: string; verbs: string[] }[];
  };
  assert.deepEqual(
    resources.map(({ name, group }) => [name, group]),
    [
      ["webs", undefined],
      ["webs/status", undefined],
      ["webs/scale", "autoscaling"],
    ],
  );
  assert.deepEqual(resources[2]?.verbs, ["get", "patch", "update"]);
});

test("The preferred version of a group is its first", () => {
  const [, art] = groups;
  assert.ok(art);
  assert.deepEqual((createGroup(art) as { preferredVersion: object }).preferredVersion, {
    groupVersion: "art.example.com/v2",
    version: "v2",
  });
  assert.equal((createGroupList(groups) as { groups: object[] }).groups.length, 3);
});

test("The aggregated form tells the kind of everything with its group and version, but for built-in kinds", () => {
  const { items } = createGroupDiscoveryList(groups) as {
    items: { versions: { resources: { responseKind: object; subresources?: { responseKind: object }[] }[] }[] }[];
  };
  const webs = items[0]?.versions[0]?.resources[0];
  assert.deepEqual(webs?.responseKind, { group: "apps", version: "v1", kind: "Web" });
  assert.deepEqual(webs?.subresources?.[1]?.responseKind, { group: "autoscaling", version: "v1", kind: "Scale" });
});
