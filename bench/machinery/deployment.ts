/** A Deployment as a cluster holds it, and a patch such as `kubectl edit` sends: what the benches of patches work on. */
import { readFileSync } from "node:fs";
import type { JsonObject } from "@pintle/machinery";

export const deployment: JsonObject = JSON.parse(readFileSync(new URL("./deployment.json", import.meta.url), "utf8"));

/** A new image, one environment variable changed and one added, a port renamed, an annotation set and a label removed. */
export const deploymentPatch: JsonObject = {
  metadata: { annotations: { "example.com/notes": "patched" }, labels: { tier: null } },
  spec: {
    replicas: 5,
    strategy: { $retainKeys: ["type", "rollingUpdate"], rollingUpdate: { maxSurge: "50%" } },
    template: {
      spec: {
        "$setElementOrder/containers": [{ name: "web" }, { name: "sidecar" }],
        containers: [
          {
            name: "web",
            image: "example.com/web:2",
            "$setElementOrder/env": [{ name: "PORT" }, { name: "POD_NAME" }, { name: "MODE" }],
            env: [
              { name: "PORT", value: "8081" },
              { name: "MODE", value: "fast" },
            ],
            ports: [{ containerPort: 8080, name: "web" }],
          },
        ],
      },
    },
  },
};
