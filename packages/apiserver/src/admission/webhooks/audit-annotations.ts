/** What webhooks have audit know. A key that is none, or that stands for something else already, is for the log alone. */
import { validateQualifiedName } from "@pintle/machinery";
import type { RequestContext } from "../../pipeline/request-context.ts";

export function annotate({ auditAnnotations, logger }: RequestContext, key: string, value: string): void {
  const known = auditAnnotations.get(key);
  if (validateQualifiedName(key).length > 0 || (known !== undefined && known !== value)) {
    logger.warn("an audit annotation of admission is left out", { key });
    return;
  }
  auditAnnotations.set(key, value);
}
