/** Changes as informers tell of them, made by hand; reading a state is counted. */
import type { DeepReadonly, KubernetesObject } from "@pintle/machinery";
import type { Change } from "../informers/informer.ts";

export interface CountedChange<Read> extends Change<Read> {
  /** How often somebody has looked at a state. */
  readonly looks: number;
}

export function changeOf<Read extends KubernetesObject>(
  type: Change<Read>["type"],
  object: Read,
  details: { readonly previous?: Read; readonly isInitial?: boolean; readonly isResync?: boolean } = {},
): CountedChange<Read> {
  const { namespace, name = "" } = object.metadata;
  const { previous, isInitial = false, isResync = false } = details;
  let looks = 0;
  return {
    ...{ type, isInitial, isResync, isFinalStateUnknown: false },
    key: namespace ? `${namespace}/${name}` : name,
    get object() {
      looks += 1;
      return object as DeepReadonly<Read>;
    },
    get previous() {
      looks += 1;
      return previous as DeepReadonly<Read> | undefined;
    },
    get looks() {
      return looks;
    },
  };
}

export function objectOf(
  metadata: Partial<KubernetesObject["metadata"]> & { name: string },
  fields: object = {},
): KubernetesObject {
  return { apiVersion: "samples.dev/v1", kind: "FooBar", metadata: { namespace: "default", ...metadata }, ...fields };
}
