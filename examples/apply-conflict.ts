/**
 * Two teams manage one Deployment by server-side apply, agree on most of it, and meet in a conflict over the rest.
 *
 * Nothing here talks to a cluster: `applyObject` is the algebra that an API server runs on every `kubectl apply --server-side`.
 */
import { ApiError, applyObject, type JsonObject, type Shape } from "@pintle/machinery";

const scalar: Shape = { type: "scalar" };
const container: Shape = { type: "map", fields: { name: { shape: scalar }, image: { shape: scalar } } };

/** The part of a Deployment's schema that the story needs: containers are merged by name. */
const shape: Shape = {
  type: "map",
  fields: {
    apiVersion: { shape: scalar },
    kind: { shape: scalar },
    metadata: { shape: { type: "map", fields: { name: { shape: scalar } } } },
    spec: {
      shape: {
        type: "map",
        fields: {
          replicas: { shape: scalar },
          containers: { shape: { type: "list", list: "map", keys: ["name"], items: container } },
        },
      },
    },
  },
};

interface Spec {
  replicas?: number;
  containers?: { name: string; image: string }[];
}

let live: JsonObject | undefined;

function apply(manager: string, spec: Spec, force = false): void {
  const applied = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec: spec as JsonObject };
  const time = "2026-01-01T00:00:00Z";
  console.log(`$ ${manager} applies ${JSON.stringify(spec)}${force ? ", by force" : ""}`);
  try {
    const { object, changed } = applyObject({
      live,
      applied,
      apiVersion: "apps/v1",
      kind: "Deployment",
      shape,
      manager,
      time,
      force,
    });
    live = object;
    console.log(changed ? `  → ${JSON.stringify(object.spec)}` : "  → nothing to change, nothing to store");
  } catch (error) {
    const refusal = ApiError.find(error);
    if (!refusal || !ApiError.is(refusal, "Conflict")) throw error;
    console.log(`  ✖ ${refusal.code} ${refusal.message}`);
  }
  console.log();
}

function printOwners(): void {
  const { managedFields = [] } = (live?.metadata ?? {}) as { managedFields?: { manager: string; fieldsV1: object }[] };
  for (const { manager, fieldsV1 } of managedFields) console.log(`  ${manager} owns ${JSON.stringify(fieldsV1)}`);
  console.log();
}

console.log("The platform team creates the Deployment.");
apply("platform", { replicas: 2, containers: [{ name: "web", image: "web:1" }] });

console.log("The security team adds a container of its own. The list is merged by name: no conflict.");
apply("security", { containers: [{ name: "scanner", image: "scanner:7" }] });

console.log("The same once more. An apply that changes nothing writes nothing.");
apply("security", { containers: [{ name: "scanner", image: "scanner:7" }] });

console.log("Now the security team wants to pin an image that the platform team owns.");
apply("security", {
  containers: [
    { name: "scanner", image: "scanner:7" },
    { name: "web", image: "web:1-hardened" },
  ],
});

console.log("It insists.");
apply(
  "security",
  {
    containers: [
      { name: "scanner", image: "scanner:7" },
      { name: "web", image: "web:1-hardened" },
    ],
  },
  true,
);

console.log("The platform team gives the image up by no longer applying it, and keeps the rest.");
apply("platform", { replicas: 3, containers: [] });

console.log("Who owns what in the end:");
printOwners();
