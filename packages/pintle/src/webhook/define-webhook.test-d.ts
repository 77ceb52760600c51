/** What the compiler says about webhooks of any kind: drafts may be changed, what is judged is fixed, and there is nothing that nobody declared. */
import { Namespace, Node, Pod } from "@pintle/kinds";
import { defineWebhook } from "./define-webhook.ts";

defineWebhook(Pod, {
  name: "pod-defaults",
  operations: ["CREATE"],
  reads: [Namespace],
  deletes: true,
  default(pod, review) {
    pod.metadata.labels = { team: review.read(Namespace, review.namespace)?.metadata.labels?.team ?? "none" };
    pod.spec?.containers.push({ name: "proxy", image: "proxy:1" });
    // @ts-expect-error: a container has a name.
    pod.spec?.containers.push({ image: "proxy:1" });
    // @ts-expect-error: no such field.
    if (pod.spec) pod.spec.hostname2 = "a";
  },
  async validate(pod, review) {
    if (pod.spec?.hostNetwork) review.deny("spec.hostNetwork", "is for system pods");
    review.warn("spec", "is odd");
    review.previous?.spec?.nodeName?.length;
    review.list(Namespace, { labelSelector: "team=a" }).length;
    review.user.groups.includes("system:masters");
    // @ts-expect-error: what is judged is not changed.
    pod.metadata.labels = {};
    // @ts-expect-error: a denial says why.
    review.deny("spec.hostNetwork");
    // @ts-expect-error: there may be nothing before.
    review.previous.spec;
  },
});

defineWebhook(Node, {
  validate: (node, { dryRun, operation }) => void [node.spec?.taints, dryRun, operation === "DELETE"],
});

// @ts-expect-error: deletions are asked for by `deletes`.
defineWebhook(Pod, { operations: ["DELETE"], validate: () => {} });

// @ts-expect-error: paths follow from the name.
defineWebhook(Pod, { paths: { mutate: "/a" }, default: () => {} });

// @ts-expect-error: a webhook does not own anything.
defineWebhook(Pod, { owns: {}, default: () => {} });

// @ts-expect-error: it is for a kind, not for the name of one.
defineWebhook("Pod", { default: () => {} });
