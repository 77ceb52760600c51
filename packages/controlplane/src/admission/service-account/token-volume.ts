/** The volume with the token of a service account, mounted where programs look for it. */
import { generateName, type JsonObject, type Random } from "@pintle/machinery";
import { changeField, changeItems, objectsAt, textAt, withField, withValueAt } from "../../builtin/json-fields.ts";

const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const prefix = "kube-api-access-";
/** An hour, and some seconds by which such tokens are told from those that somebody asked for. */
const expirationSeconds = 3_607;
const defaultMode = 0o644;

/** The pod with the token in all containers that have nothing at its place. */
export function mountToken(pod: JsonObject, random: Random): JsonObject {
  const volumes = objectsAt(pod, "spec.volumes");
  const own = volumes.find((volume) => textAt(volume, "name").startsWith(prefix));
  const name = own ? textAt(own, "name") : generateName(prefix, random);
  const mount = (container: JsonObject) => {
    const mounts = objectsAt(container, "volumeMounts");
    if (mounts.some((one) => textAt(one, "mountPath") === mountPath)) return container;
    return withField(container, "volumeMounts", [...mounts, { name, readOnly: true, mountPath }]);
  };
  const mounted = changeField(pod, "spec", (spec) =>
    changeItems(changeItems(spec, "initContainers", mount), "containers", mount),
  );
  if (own || mounted === pod) return mounted;
  return withValueAt(mounted, "spec.volumes", [...volumes, { name, projected: tokenSource() }]);
}

function tokenSource(): JsonObject {
  const namespace = { path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } };
  return {
    sources: [
      { serviceAccountToken: { expirationSeconds, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      { downwardAPI: { items: [namespace] } },
    ],
    defaultMode,
  };
}
