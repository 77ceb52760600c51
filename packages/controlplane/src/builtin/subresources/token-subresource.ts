/** Tokens of service accounts, made by whoever signs them. */
import type { OwnSubresource } from "@pintle/apiserver";
import { shapeOfType } from "@pintle/kinds/tables";
import { ApiError, FieldError, fieldPath, formatTime, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { numberAt, objectAt, textAt, textsAt, withDefaults, withField } from "../json-fields.ts";
import { claimBoundObject } from "./bound-objects.ts";

const hourSeconds = 3_600;
const minSeconds = 600;
const maxSeconds = 2 ** 32;
const groupKind = { group: "authentication.k8s.io", kind: "TokenRequest" };

export function createTokenSubresource({ objects, reviews }: BuiltInOptions): OwnSubresource {
  return {
    type: "own",
    group: "authentication.k8s.io",
    version: "v1",
    kind: "TokenRequest",
    shape: shapeOfType("authentication/v1.TokenRequest"),
    default: (request) =>
      withField(request, "spec", withDefaults(objectAt(request, "spec"), { expirationSeconds: hourSeconds })),
    storage: {
      prepareCreate: ({ namespace, name }, request) => {
        checkName(request, name);
        const metadata = { ...objectAt(request, "metadata"), name, namespace };
        return { ...request, metadata, spec: completeSpec(objectAt(request, "spec"), reviews.audiences) };
      },
      create: async ({ namespace, name, context }, request) => {
        const account = await objects.get({ group: "", plural: "serviceaccounts", namespace, name });
        const uid = textAt(account, "metadata.uid");
        checkUid(request, name, uid);
        const spec = objectAt(request, "spec");
        checkExpiration(spec);
        const bound = await claimBoundObject(objects, { name, namespace }, spec);
        const { id, ...status } = await reviews.issueToken(account, spec, bound);
        context.auditAnnotations.set("authentication.kubernetes.io/issued-credential-id", `JTI=${id}`);
        const creationTimestamp = formatTime(context.clock.now());
        const { managedFields, ...told } = objectAt(request, "metadata");
        const placed = { name, namespace, uid, creationTimestamp };
        const metadata = withField({ ...placed, ...told, ...placed }, "managedFields", managedFields);
        return { ...request, metadata, spec, status };
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
  throw ApiError.invalid(groupKind, name, [error]);
}

/** Whoever knows which account is meant may say so. */
function checkUid(request: JsonObject, name: string, uid: string): void {
  const asked = textAt(request, "metadata.uid");
  if (asked === "" || asked === uid) return;
  const why = `the UID in the token request (${asked}) does not match the UID of the service account (${uid})`;
  throw ApiError.conflict({ group: groupKind.group, resource: groupKind.kind }, name, why);
}

function completeSpec(spec: JsonObject, audiences: readonly string[]): JsonObject {
  return textsAt(spec, "audiences").length > 0 ? spec : withField(spec, "audiences", [...audiences]);
}

function checkExpiration(spec: JsonObject): void {
  const seconds = numberAt(spec, "expirationSeconds") ?? hourSeconds;
  const limit =
    seconds < minSeconds ? "less than 10 minutes" : seconds > maxSeconds ? "larger than 2^32 seconds" : undefined;
  if (limit === undefined) return;
  const at = fieldPath("spec").child("expirationSeconds");
  const error = FieldError.invalid(at, seconds, `may not specify a duration ${limit}`);
  throw ApiError.invalid(groupKind, "", [error]);
}
