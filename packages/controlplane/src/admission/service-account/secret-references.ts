/** The secrets that a pod uses, against those that its account lets it use. */
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, textAt } from "../../builtin/json-fields.ts";

/** Where volumes name a secret. */
const volumePaths = [
  ...["azureFile.secretName", "secret.secretName", "csi.nodePublishSecretRef.name"],
  ...["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"].map((kind) => `${kind}.secretRef.name`),
];

export function refersToSecrets(pod: JsonObject): boolean {
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsAt(pod, `spec.${list}`),
  );
  const volumes = objectsAt(pod, "spec.volumes");
  const names = [
    ...objectsAt(pod, "spec.imagePullSecrets").map((secret) => textAt(secret, "name")),
    ...containers.flatMap((container) => environmentSecrets(container).map(({ secret }) => secret)),
    ...volumes.flatMap((volume) => volumePaths.map((path) => textAt(volume, path))),
    ...volumes
      .flatMap((volume) => objectsAt(volume, "projected.sources"))
      .map((source) => textAt(source, "secret.name")),
  ];
  return names.some((name) => name !== "");
}

export function complainOfSecrets(account: JsonObject, pod: JsonObject): string | undefined {
  const allowed = namesAt(account, "secrets");
  const name = textAt(account, "metadata.name");
  const why = `is not allowed because service account ${name} does not reference that secret`;
  for (const volume of objectsAt(pod, "spec.volumes")) {
    const secret = textAt(volume, "secret.secretName");
    if (secret !== "" && !allowed.has(secret)) return `volume with secret.secretName="${secret}" ${why}`;
  }
  const complaint =
    complainOfContainers(account, objectsAt(pod, "spec.initContainers"), "init container") ??
    complainOfContainers(account, objectsAt(pod, "spec.containers"), "container");
  if (complaint !== undefined) return complaint;
  const pulled = namesAt(account, "imagePullSecrets");
  const used = objectsAt(pod, "spec.imagePullSecrets").map((secret) => textAt(secret, "name"));
  const index = used.findIndex((secret) => !pulled.has(secret));
  if (index < 0) return undefined;
  return `imagePullSecrets[${index}].name="${used[index]}" is not allowed because service account ${name} does not reference that imagePullSecret`;
}

export function complainOfEphemeralSecrets(account: JsonObject, pod: JsonObject): string | undefined {
  return complainOfContainers(account, objectsAt(pod, "spec.ephemeralContainers"), "ephemeral container");
}

function complainOfContainers(
  account: JsonObject,
  containers: readonly JsonObject[],
  title: string,
): string | undefined {
  const allowed = namesAt(account, "secrets");
  for (const container of containers) {
    const found = environmentSecrets(container).find(({ secret }) => !allowed.has(secret));
    if (!found) continue;
    const who = `${title} ${textAt(container, "name")} with ${found.via} referencing secret.secretName="${found.secret}"`;
    const name = textAt(account, "metadata.name");
    return `${who} is not allowed because service account ${name} does not reference that secret`;
  }
  return undefined;
}

/** Single variables first, then whole sets of them. */
function environmentSecrets(container: JsonObject): { readonly secret: string; readonly via: string }[] {
  const one = objectsAt(container, "env").map((variable) => ({
    secret: textAt(variable, "valueFrom.secretKeyRef.name"),
    via: `envVar ${textAt(variable, "name")}`,
  }));
  const all = objectsAt(container, "envFrom").map((from) => ({
    secret: textAt(from, "secretRef.name"),
    via: "envFrom",
  }));
  return [...one, ...all].filter(({ secret }) => secret !== "");
}

function namesAt(account: JsonObject, key: string): ReadonlySet<string> {
  return new Set(objectsAt(account, key).map((reference) => textAt(reference, "name")));
}
