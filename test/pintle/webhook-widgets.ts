/** A small operator with everything that webhooks do: it completes, judges, warns, keeps from being deleted, and converts from an older version. */
import { ConfigMap, Namespace } from "@pintle/kinds";
import { defineOperator, defineResource, k8s, type Operator } from "pintle";
import { z } from "zod";

export const Widget = defineResource({
  group: "widgets.example.com",
  version: "v1",
  kind: "Widget",
  spec: z.object({
    image: k8s.defaulted(z.string().min(1)),
    tag: z.string().default("1"),
    replicas: k8s.int32().min(0).default(1),
  }),
}).withVersion("v1beta1", {
  spec: z.object({ image: z.string(), instances: k8s.int32().min(0).default(1) }),
  up: ({ spec: { image, instances } }) => {
    const [name = "", tag = "1"] = image.split(":");
    return { spec: { image: name, tag, replicas: instances } };
  },
  down: ({ spec: { image, tag, replicas } }) => ({ spec: { image: `${image}:${tag}`, instances: replicas } }),
});

/** As clients of before write it: they know it by its names alone. */
export const OldWidget = { apiVersion: "widgets.example.com/v1beta1", kind: "Widget" };

export const widgets: Operator = defineOperator(Widget, {
  owns: { config: ConfigMap },
  reads: [Namespace],
  desired: ({ spec: { image, tag } }) => ({ config: ConfigMap({ data: { image, tag } }) }),
  admission: {
    default(draft) {
      draft.spec.image ||= "nginx";
    },
    deletes: true,
    validate(widget, review) {
      if (widget.spec.image === "evil") review.deny("spec.image", "is not to be trusted");
      if (widget.spec.replicas > 9) review.deny("spec.replicas", "must be less than 10");
      if (widget.spec.tag === "latest") review.warn("spec.tag", "is a moving tag");
      const team = review.read(Namespace, review.namespace)?.metadata.labels?.team;
      if (team === "frozen") review.deny("", "nothing changes in this namespace");
      if (review.operation === "DELETE" && widget.metadata.labels?.keep === "yes") review.deny("", "it is to be kept");
    },
  },
});
