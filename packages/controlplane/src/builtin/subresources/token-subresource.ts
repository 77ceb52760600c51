/** Tokens of service accounts, made by whoever signs them. */
import type { OwnSubresource } from "@pintle/apiserver";
import { shapeOfType } from "@pintle/kinds/tables";
import { ApiError, FieldError, fieldPath, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { objectAt, textAt, withDefaults, withField } from "../json-fields.ts";

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
        checkName(request, name);
        const account = await objects.get({ group: "", plural: "serviceaccounts", namespace, name });
        const spec = withDefaults(objectAt(request, "spec"), { expirationSeconds: hourSeconds });
        const status = await reviews.issueToken(account, spec);
        return withField(withField(request, "spec", spec), "status", { ...status });
      },
    },
    verbs: ["create"],
  };
}

function checkName(request: JsonObject, name: string): void {
  const asked = textAt(request, "metadata.name");
  if (asked === "" || asked === name) return;
  const detail = "must match the service account name if specified";
  const error = FieldError.invalid(fieldPath("metadata").child("name"), asked, detail);
  throw ApiError.invalid({ group: "authentication.k8s.io", kind: "TokenRequest" }, name, [error]);
}
