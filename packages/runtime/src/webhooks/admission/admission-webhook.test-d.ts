/** What the compiler says about admission webhooks: drafts may be changed and lack what is defaulted, what is judged is whole and fixed. */
import { Namespace, Pod } from "@pintle/kinds";
import { defineKind } from "@pintle/machinery";
import { conversionWebhook, spoke } from "../conversion/conversion-webhook.ts";
import { admissionWebhook } from "./admission-webhook.ts";

const Box = defineKind({ group: "example.com", version: "v1", kind: "Box", plural: "boxes", scope: "Namespaced" })<
  { spec: { image: string; tags?: string[] } },
  { spec: { image?: string; tags?: string[] } }
>();
const OldBox = defineKind({
  group: "example.com",
  version: "v1beta1",
  kind: "Box",
  plural: "boxes",
  scope: "Namespaced",
})<{ spec: { img: string } }>();

admissionWebhook(Box, {
  operations: ["CREATE"],
  reads: [Namespace, Pod],
  default(draft, review) {
    // @ts-expect-error: what may be left out when it is written may be missing.
    draft.spec.image.length;
    draft.spec.image ||= "nginx";
    draft.spec.tags = [...(draft.spec.tags ?? []), review.user.username];
    draft.spec.tags.push("more");
    draft.metadata.labels = { a: "b" };
    // @ts-expect-error: no such field.
    draft.spec.imge = "nginx";
    // @ts-expect-error: the type of an object is not for a webhook to change.
    draft.kind = "Crate";
  },
  validate(box, review) {
    box.spec.image.length;
    review.deny("spec.image", "is odd");
    review.previous?.spec.image.length;
    review.read(Namespace, review.namespace)?.metadata.labels?.team?.length;
    // @ts-expect-error: it may not be there.
    review.read(Pod, { namespace: "other", name: "a" }).spec;
    // @ts-expect-error: what others read, too, is not changed.
    review.list(Pod, { labelSelector: "app=web" })[0].metadata = {};
    // @ts-expect-error: what is judged is not changed.
    box.spec.image = "nginx";
    // @ts-expect-error: nor its lists.
    box.spec.tags?.push("more");
    // @ts-expect-error: there may be nothing before.
    review.previous.spec;
    // @ts-expect-error: a denial says why.
    review.deny("spec.image");
    // @ts-expect-error: connections are not shown to webhooks.
    review.operation === "CONNECT";
  },
});

// @ts-expect-error: deletions are asked for by `deletes`.
admissionWebhook(Box, { operations: ["DELETE"], validate: () => {} });

admissionWebhook(Pod, {
  default(pod) {
    if (pod.spec) pod.spec.priorityClassName ??= "normal";
    pod.spec?.containers.push({ name: "sidecar", image: "proxy" });
    // @ts-expect-error: a container has a name.
    pod.spec?.containers.push({ image: "proxy" });
  },
});

conversionWebhook(Box, [
  spoke(Box, OldBox, {
    up: (old) => ({ spec: { image: old.spec.img } }),
    down: (now) => ({ spec: { img: now.spec.image } }),
  }),
]);

spoke(Box, OldBox, {
  // @ts-expect-error: conversions have their result at once.
  up: async (old) => ({ spec: { image: old.spec.img } }),
  // @ts-expect-error: what the version needs has to be there.
  down: () => ({ spec: {} }),
});
