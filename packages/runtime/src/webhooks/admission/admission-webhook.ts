/**
 * Admission by functions: `default` completes an object before it is stored, `validate` says whether it may be.
 *
 * ```ts
 * admissionWebhook(Pod, {
 *   default: (draft) => { draft.spec.priorityClassName ??= "normal"; },
 *   validate: (pod, review) => { if (pod.spec.hostNetwork) review.deny("spec.hostNetwork", "is for system pods"); },
 * })
 * ```
 */
import {
  type AnyKind,
  ApiError,
  copyJson,
  type DeepReadonly,
  formatGroupVersionKind,
  type JsonObject,
  type ObjectOf,
  UsageError,
} from "@pintle/machinery";
import type { Webhook, WebhookCall } from "../webhook.ts";
import { admissionPathOf } from "../webhook-path.ts";
import { AdmissionEndpoint, type AdmissionHandler } from "./admission-endpoint.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import type { AdmissionDraft, AdmissionOperation, AdmissionReview } from "./admission-review.ts";
import { Review } from "./review.ts";
import type { Verdict } from "./verdict.ts";

export interface AdmissionWebhookOptions<K extends AnyKind> {
  /** What it wants to see: creations and updates unless said. Everything else passes. */
  readonly operations?: readonly ("CREATE" | "UPDATE")[];
  /** Changes the draft. It is run again on what it has made, so that it has to leave alone what it has done. */
  default?(draft: AdmissionDraft<K>, review: AdmissionReview<K>): Promise<void> | void;
  /** Refuses by `review.deny`, or by throwing an `ApiError`. */
  validate?(object: DeepReadonly<ObjectOf<K>>, review: AdmissionReview<K>): Promise<void> | void;
  /** Whether `validate` is asked about deletions too, with the object that is to go. */
  readonly deletes?: boolean;
  /** Kinds that it looks up by `review.read` and `review.list`. Until they are here, it waits. */
  readonly reads?: readonly AnyKind[];
  /** Where it is served, instead of `/mutate-<group>-<version>-<kind>` and `/validate-…`. */
  readonly paths?: { readonly mutate?: string; readonly validate?: string };
}

export function admissionWebhook<K extends AnyKind>(kind: K, options: AdmissionWebhookOptions<K>): Webhook {
  const mutate = options.default && handlerOf(kind, options, completeDraft);
  const validate = options.validate && handlerOf(kind, options, judgeObject);
  if (!mutate && !validate) {
    throw new UsageError(
      "PINTLE_WEBHOOK_EMPTY",
      `the admission webhook for ${kind.kind} does nothing: give it a function default, validate, or both`,
    );
  }
  const at = (purpose: "mutate" | "validate") => admissionPathOf(purpose, kind, options.paths);
  return {
    endpoints: [
      ...(mutate ? [new AdmissionEndpoint(at("mutate"), [mutate])] : []),
      ...(validate ? [new AdmissionEndpoint(at("validate"), [validate])] : []),
    ],
    reads: options.reads ?? [],
  };
}

type Run<K extends AnyKind> = (
  options: AdmissionWebhookOptions<K>,
  request: AdmissionRequest,
  verdict: Verdict,
  review: Review<K>,
) => Promise<void> | void;

function handlerOf<K extends AnyKind>(kind: K, options: AdmissionWebhookOptions<K>, run: Run<K>): AdmissionHandler {
  const { reads = [] } = options;
  const operations: readonly string[] = options.operations ?? ["CREATE", "UPDATE"];
  const isWanted = (operation: string) =>
    operations.includes(operation) || (operation === "DELETE" && options.deletes === true);
  return (request: AdmissionRequest, verdict: Verdict, call: WebhookCall) => {
    if (!isKnown(request.operation))
      throw ApiError.badRequest(`unknown operation ${JSON.stringify(request.operation)}`);
    if (!isWanted(request.operation)) return;
    checkKind(kind, request);
    const review = new Review<K>(request, verdict, call);
    const completing = reads.length === 0 ? undefined : call.cache.completing(reads, () => call.signal);
    const answer = () => run(options, request, verdict, review);
    return completing === undefined ? answer() : completing.then(answer);
  };
}

function completeDraft<K extends AnyKind>(
  options: AdmissionWebhookOptions<K>,
  request: AdmissionRequest,
  verdict: Verdict,
  review: Review<K>,
): Promise<void> | void {
  if (request.operation === "DELETE") return;
  verdict.draft ??= copyJson(objectOf(request));
  return options.default?.(verdict.draft as unknown as AdmissionDraft<K>, review);
}

function judgeObject<K extends AnyKind>(
  options: AdmissionWebhookOptions<K>,
  request: AdmissionRequest,
  _verdict: Verdict,
  review: Review<K>,
): Promise<void> | void {
  return options.validate?.(objectOf(request) as unknown as DeepReadonly<ObjectOf<K>>, review);
}

/** The one that is written, or deleted. An update without what was there before would be judged as something that it is not. */
function objectOf({ operation, object, oldObject }: AdmissionRequest): JsonObject {
  if (operation === "UPDATE" && !oldObject) throw ApiError.badRequest("an UPDATE came without oldObject");
  const found = operation === "DELETE" ? oldObject : object;
  if (found) return found;
  throw ApiError.badRequest(`a ${operation} came without ${operation === "DELETE" ? "oldObject" : "object"}`);
}

const known: readonly string[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"] satisfies (AdmissionOperation | "CONNECT")[];

function isKnown(operation: string): boolean {
  return known.includes(operation);
}

/** A rule that names too much sends objects here that the functions were not written for. */
function checkKind(expected: AnyKind, { kind }: AdmissionRequest): void {
  if (kind.group === expected.group && kind.version === expected.version && kind.kind === expected.kind) return;
  const [wanted, got] = [formatGroupVersionKind(expected), formatGroupVersionKind(kind)];
  throw ApiError.badRequest(`this webhook is for ${wanted}, not for ${got}: narrow the rules of its configuration`);
}
