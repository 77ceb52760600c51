/** What a write is about, for plugins that look after few kinds. */
import type { AdmissionAttributes } from "@pintle/apiserver";
import { formatGroupResource } from "@pintle/machinery";

/** The `plural.group` of the object itself; `undefined` where a subresource is written. */
export function subjectOf({ endpoint, subresource }: AdmissionAttributes): string | undefined {
  return subresource === "" ? formatGroupResource(endpoint.groupResource) : undefined;
}
