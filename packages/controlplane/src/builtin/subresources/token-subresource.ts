/** Tokens of service accounts, made by whoever signs them. */
import type { OwnSubresource } from "@pintle/apiserver";
import { shapeOfType } from "@pintle/kinds/tables";
import type { BuiltInOptions } from "../built-in-options.ts";
import { objectAt, withDefaults, withField } from "../json-fields.ts";

const hourSeconds = 3_600;

export function createTokenSubresource({ objects, reviews }: BuiltInOptions): OwnSubresource {
  return {
    type: "own",
    group: "authentication.k8s.io",
    version: "v1",
    kind: "TokenRequest",
    shape: shapeOfType("authentication/v1.TokenRequest"),
    storage: {
      create: async (call, request) => {
        const { namespace, name } = call;
        const account = await objects.get({ group: "", plural: "serviceaccounts", namespace, name });
        const spec = withDefaults(objectAt(request, "spec"), { expirationSeconds: hourSeconds });
        const status = await reviews.issueToken(account, spec);
        return withField(withField(request, "spec", spec), "status", { ...status });
      },
    },
    verbs: ["create"],
  };
}
