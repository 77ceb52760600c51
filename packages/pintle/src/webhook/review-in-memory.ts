/** What admission is told where no API server asks: by whoever runs it in memory, on an object that is at hand. Nothing is stored by it. */
import type { FieldError, FieldPath, Logger } from "@pintle/machinery";
import type { AdmissionOperation, AdmissionReview } from "@pintle/runtime";
import type { AnyObject } from "../operator/children.ts";
import type { ReadContext } from "../operator/operator-definition.ts";
import type { AnyResource } from "../resource/resource.ts";

export interface ReviewInMemoryOptions {
  readonly operation: AdmissionOperation;
  /** Who would write the object. */
  readonly username: string;
  readonly reads: ReadContext;
  readonly logger: Logger;
  deny(where: FieldPath | FieldError | string, why?: string): void;
  /** Nobody reads it unless said. */
  warn?(path: FieldPath | string, why: string): void;
}

/** As if the object were written just as it is. */
export function reviewInMemory(
  { group, version, kind, plural }: AnyResource,
  object: AnyObject,
  { operation, username, reads, logger, deny, warn = () => {} }: ReviewInMemoryOptions,
): AdmissionReview<AnyResource> {
  const { name = "", namespace = "", uid = "" } = object.metadata;
  return {
    operation,
    previous: operation === "CREATE" ? undefined : (object as AdmissionReview<AnyResource>["previous"]),
    user: { username, uid: "", groups: [], extra: {} },
    ...{ kind: { group, version, kind }, resource: { group, version, resource: plural }, subresource: "" },
    ...{ name, namespace, requestUid: uid, dryRun: true, options: {}, signal: new AbortController().signal, logger },
    read: reads.read,
    // Of all namespaces unless said, as at the webhook.
    list: (listed, options = {}) => reads.list(listed, { ...options, namespace: options.namespace ?? "" }),
    ...{ deny, warn, annotateAudit: () => {} },
  };
}
