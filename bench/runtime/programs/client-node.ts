/** The controller on `@kubernetes/client-node`, as its examples would write it: informers, and a queue of one's own. */
import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  makeInformer,
} from "@kubernetes/client-node";
import {
  assignment,
  childName,
  childOf,
  sayConverged,
  sayRun,
  saySynced,
  untilTerminated,
  type Widget,
  withStatus,
} from "./assignment.ts";
import { createKeyLine } from "./key-line.ts";

const { url, ca, token, namespace, task, run, workers } = assignment;
const config = new KubeConfig();
config.loadFromClusterAndUser(
  { name: "bench", server: url, caData: Buffer.from(ca).toString("base64"), skipTLSVerify: false },
  { name: "bench", token },
);
const custom = config.makeApiClient(CustomObjectsApi);
const core = config.makeApiClient(CoreV1Api);
const place = { group: "bench.example.com", version: "v1", namespace, plural: "widgets" };
untilTerminated();

const widgets = makeInformer(
  config,
  `/apis/bench.example.com/v1/namespaces/${namespace}/widgets`,
  async () => (await custom.listNamespacedCustomObject(place)) as KubernetesListObject<Widget & object>,
);
const children = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
  core.listNamespacedConfigMap({ namespace }),
);

if (task === "reconcile") {
  const add = createKeyLine(workers, async (name) => {
    const widget = widgets.get(name, namespace) as Widget | undefined;
    if (widget === undefined) return;
    sayRun(widget);
    if (!children.get(childName(widget), namespace)) {
      const body = childOf(widget) as object;
      await core.createNamespacedConfigMap({ namespace, body }).catch((error: { readonly code?: number }) => {
        if (error.code !== 409) throw error;
      });
    }
    if (widget.status?.message !== run) {
      await custom.replaceNamespacedCustomObjectStatus({ ...place, name, body: withStatus(widget) });
    }
    sayConverged(name);
  });
  for (const event of ["add", "update", "delete"] as const) {
    widgets.on(event, ({ metadata }) => add(metadata?.name ?? ""));
    children.on(event, ({ metadata }) => {
      const owner = metadata?.ownerReferences?.find(({ controller }) => controller);
      if (owner) add(owner.name);
    });
  }
  await children.start();
}
await widgets.start();
if (task === "sync") await saySynced(widgets.list(namespace).length);
