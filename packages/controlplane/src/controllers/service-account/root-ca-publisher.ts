/** Gives each namespace the ConfigMap by which its pods know the API server, and puts it right when somebody changes it. */
import type { ConfigMap, Namespace } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";

const name = "kube-root-ca.crt";
const descriptionKey = "kubernetes.io/description";
const description =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or " +
  "kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/** The authorities are PEM. */
export function createRootCaPublisher(authorities: string): PlaneController {
  const data = { "ca.crt": authorities };
  const isRight = (found: ConfigMap) =>
    Object.keys(found.data ?? {}).length === 1 &&
    found.data?.["ca.crt"] === authorities &&
    (found.metadata.annotations?.[descriptionKey] ?? "") !== "";
  return {
    name: "root-ca-cert-publisher",

    async start(context) {
      const namespaces = await context.objects.follow<Namespace>("", "namespaces");
      const configMaps = await context.objects.follow<ConfigMap>("", "configmaps");
      const writer = context.writer("root-ca-cert-publisher");
      return runPlaneController({
        ...{ name: "root_ca_cert_publisher", context },
        sources: [
          sourceOf(namespaces, ({ type, key, object }) =>
            type === "add" || (type === "update" && object.status?.phase === "Active") ? [key] : [],
          ),
          // By the key, so that no other ConfigMap has to be looked into.
          sourceOf(configMaps, ({ type, key }) =>
            type !== "add" && key.endsWith(`/${name}`) ? [key.slice(0, -name.length - 1)] : [],
          ),
        ],
        async sync(namespace) {
          const place = { group: "", plural: "configmaps", namespace };
          const found = configMaps.get(namespace, name);
          const annotations = { ...found?.metadata.annotations, [descriptionKey]: description };
          try {
            if (!found) await writer.create(place, { metadata: { name, annotations }, data });
            else if (!isRight(found)) {
              const metadata = { ...found.metadata, annotations };
              await writer.update({ ...place, name }, { ...found, metadata, data } as ConfigMap);
            }
          } catch (error) {
            const isPointless = !found && (ApiError.is(error, "NotFound") || isNamespaceEnding(error));
            if (!isPointless) throw error;
          }
          return undefined;
        },
      });
    },
  };
}
