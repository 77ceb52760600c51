/** An operator that may read everything reads nothing for people who may not read it themselves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestPlane } from "@pintle/testing";
import {
  ApiError,
  defineKind,
  defineOperator,
  defineResource,
  denyForeignReferences,
  type ReferenceGrant,
} from "pintle";
import { CustomResourceDefinition, Namespace } from "pintle/kinds";
import { z } from "zod";

const Gate = defineResource({
  ...{ group: "gates.pintle.dev", version: "v1", kind: "Gate" },
  spec: z.object({ secret: z.object({ namespace: z.string().optional(), name: z.string() }) }),
});

/** Somebody else's, which is described here and installed there. */
const Grant = defineKind({
  ...{ group: "gateway.networking.k8s.io", version: "v1beta1", kind: "ReferenceGrant", plural: "referencegrants" },
  scope: "Namespaced",
})<Pick<ReferenceGrant, "spec">>();

const gates = defineOperator(Gate, {
  reads: [Grant],
  admission: {
    validate: ({ spec: { secret } }, review) =>
      denyForeignReferences(
        review,
        [{ ...secret, path: "spec.secret", group: "", kind: "Secret" }],
        review.list(Grant),
      ),
  },
});

const grants = CustomResourceDefinition({
  metadata: {
    name: "referencegrants.gateway.networking.k8s.io",
    annotations: { "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/gateway-api/pull/2997" },
  },
  spec: {
    ...{ group: Grant.group, scope: "Namespaced", names: { plural: "referencegrants", kind: "ReferenceGrant" } },
    versions: [
      {
        ...{ name: "v1beta1", served: true, storage: true },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

test("a reference into another namespace is refused until somebody there grants it", async () => {
  const vault = Namespace({ metadata: { name: "vault" } });
  await using plane = await startTestPlane({ operators: () => [gates], objects: [grants, vault] });
  const gate = (name: string, secret: { readonly namespace?: string; readonly name: string }) =>
    Gate({ metadata: { name, namespace: "default" }, spec: { secret } });
  await plane.apply(gate("near", { name: "keys" }));
  const far = gate("far", { namespace: "vault", name: "keys" });
  await assert.rejects(plane.apply(far), (error: unknown) => {
    assert.ok(ApiError.is(error, "Invalid"), String(error));
    assert.match(String(error), /spec\.secret: .*Secret keys in namespace vault, which no ReferenceGrant there allows/);
    return true;
  });
  await plane.apply(
    Grant({
      metadata: { name: "gates", namespace: "vault" },
      spec: {
        from: [{ group: Gate.group, kind: "Gate", namespace: "default" }],
        to: [{ group: "", kind: "Secret", name: "keys" }],
      },
    }),
  );
  await plane.settle();
  await plane.apply(far);
  await assert.rejects(plane.apply(gate("other", { namespace: "vault", name: "others" })), /spec\.secret/);
});
