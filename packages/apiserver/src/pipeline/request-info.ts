/** What a request is about, read from its method, path and query alone: what authorization, audit and routing go by. */

export interface RequestInfo {
  /** Whether the path is that of a resource; the other fields but `path` and `verb` are empty when it is not. */
  readonly isResource: boolean;
  readonly path: string;
  /** `get list watch create update patch delete deletecollection`, `proxy`, or the method in lower case off the resources. */
  readonly verb: string;
  /** `api` or `apis`. */
  readonly prefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** What comes behind the subresource: `/a/b` of `…/proxy/a/b` is `["a", "b"]`. */
  readonly parts: readonly string[];
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/** Of a request that is about no resource; verb and path are told beside it. */
export const noResource: RequestInfo = {
  isResource: false,
  path: "",
  verb: "",
  prefix: "",
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  parts: [],
  labelSelector: "",
  fieldSelector: "",
};
