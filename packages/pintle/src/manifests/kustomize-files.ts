/** The objects of a program as bases for kustomize: `kubectl apply -k config/default`. Each folder builds by itself, too. */
import type { ManifestObject } from "./manifest-options.ts";
import type { ProgramObjects } from "./program-objects.ts";
import type { WriteYaml } from "./yaml-text.ts";

type Folder = readonly (readonly [file: string, objects: readonly (ManifestObject | undefined)[]])[];

export function kustomizeFiles(
  objects: ProgramObjects,
  samples: readonly ManifestObject[],
  write: WriteYaml,
): ReadonlyMap<string, string> {
  const folders: Readonly<Record<string, Folder>> = {
    crd: objects.definitions.map((definition) => [`${definition.metadata?.name}.yaml`, [definition]]),
    rbac: rbacFolder(objects),
    manager: [
      ["namespace.yaml", [objects.namespace]],
      ["deployment.yaml", [objects.deployment]],
      ["pod-disruption-budget.yaml", [objects.disruptionBudget]],
      ["metrics-service.yaml", [objects.metricsService]],
    ],
    webhook: [
      ["service.yaml", [objects.webhookService]],
      ["configurations.yaml", objects.configurations],
    ],
    "network-policy": [["network-policy.yaml", [objects.networkPolicy]]],
    prometheus: [["service-monitor.yaml", [objects.serviceMonitor]]],
    samples: sampleFolder(samples),
  };
  const files = new Map<string, string>();
  const written: string[] = [];
  for (const [folder, content] of Object.entries(folders)) {
    const resources = content.flatMap(([file, all]) => {
      const there = all.filter((object) => object !== undefined);
      if (there.length === 0) return [];
      files.set(`config/${folder}/${file}`, write(...there));
      return [file];
    });
    if (resources.length === 0) continue;
    written.push(folder);
    files.set(`config/${folder}/kustomization.yaml`, write(kustomization(resources)));
  }
  // What monitors is for clusters that know the kind, and samples are for people who want to try.
  const bases = written.filter((folder) => folder !== "prometheus" && folder !== "samples");
  const all = kustomization(bases.map((folder) => `../${folder}`));
  // The namespace goes before what is in it, and who asks the webhooks comes last.
  files.set("config/default/kustomization.yaml", write({ ...all, sortOptions: { order: "legacy" } }));
  return files;
}

function rbacFolder({ serviceAccount, roles, bindings, metricsReader }: ProgramObjects): Folder {
  const prefix = `${serviceAccount.metadata?.name}-`;
  const all = [...roles, ...bindings, ...(metricsReader ? [metricsReader] : [])];
  const byName = Map.groupBy(all, ({ metadata }) => (metadata?.name ?? "").slice(prefix.length));
  return [
    ["service-account.yaml", [serviceAccount]],
    ...[...byName].map(([name, both]) => [`${name}-role.yaml`, both] as const),
  ];
}

/** `model_v1_modelbox.yaml`, as kubebuilder names them; those of one kind stand in one file. */
function sampleFolder(samples: readonly ManifestObject[]): Folder {
  const byFile = Map.groupBy(samples, ({ apiVersion, kind }) => {
    const [version, group = ""] = apiVersion.split("/").reverse();
    return `${[group.split(".")[0], version, kind].filter(Boolean).join("_").toLowerCase()}.yaml`;
  });
  return [...byFile];
}

function kustomization(resources: readonly string[]): ManifestObject & { readonly resources: readonly string[] } {
  return { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources };
}
