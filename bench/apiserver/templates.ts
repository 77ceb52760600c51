/** The objects that are written: bodies with placeholders for the load generator. A size in a name is that of the object as it is served. */
import { writeFileSync } from "node:fs";
import { customTemplates } from "./custom-templates.ts";

const labels = { app: "web-@I@" };

/** Values of 16 characters, so that the sizes are easy to reckon. */
const sixteen = "0123456789abcdef";

const configMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "@NAME@", namespace: "@NS@", labels },
  data: Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`key-${index}`, sixteen.repeat(12)])),
};

function deployment(settings: number, containerFields: object, annotations?: object): object {
  const env = Array.from({ length: settings }, (_, index) => ({ name: `SETTING_${index}`, value: sixteen.repeat(2) }));
  const container = { name: "app", image: "registry.example.com/team/app:1.@I@.0", ...containerFields };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "@NAME@", namespace: "@NS@", labels, ...(annotations === undefined ? {} : { annotations }) },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [env.length === 0 ? container : { ...container, env }] } },
    },
  };
}

const templates = {
  ...customTemplates,
  "configmap-2k": configMap,
  "deployment-2k": deployment(2, {}),
  "deployment-4k6": deployment(
    15,
    {
      args: ["--listen=:8080", "--log-level=info"],
      ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
      resources: { limits: { cpu: "500m", memory: "256Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
      livenessProbe: { httpGet: { path: "/healthz", port: 8080 }, periodSeconds: 10, failureThreshold: 3 },
    },
    { "example.com/config-hash": sixteen.repeat(12) },
  ),
};

export type Template = keyof typeof templates;

export function readTemplate(name: Template): string {
  return JSON.stringify(templates[name]);
}

export function writeTemplates(folder: string): void {
  for (const name of Object.keys(templates) as Template[]) writeFileSync(`${folder}/${name}.json`, readTemplate(name));
}
