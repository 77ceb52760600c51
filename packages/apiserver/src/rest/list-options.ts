/** The options of a list, from the query: read, then validated together. */
import { FieldError } from "@pintle/machinery";
import type { ListRequest } from "../registry/list-objects.ts";
import { parseSelection } from "../registry/selection.ts";
import { queryInteger, queryText } from "./query.ts";
import type { RestCall } from "./rest-server.ts";
import { invalidOptions } from "./write-options.ts";

export function readListRequest({ request, context, endpoint }: RestCall): ListRequest {
  const { query } = request;
  const limit = queryInteger(query, "limit") ?? 0;
  queryInteger(query, "timeoutSeconds");
  const errors = validateListOptions(query);
  if (errors.length > 0) throw invalidOptions("ListOptions", errors);
  return {
    namespace: context.info.namespace,
    selection: parseSelection(endpoint, queryText(query, "labelSelector"), queryText(query, "fieldSelector")),
    limit,
    continueToken: queryText(query, "continue"),
    resourceVersion: queryText(query, "resourceVersion"),
    resourceVersionMatch: queryText(query, "resourceVersionMatch"),
  };
}

function validateListOptions(query: URLSearchParams): FieldError[] {
  const errors = validateMatch(query);
  if (queryText(query, "sendInitialEvents") !== "") {
    errors.push(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  return errors;
}

function validateMatch(query: URLSearchParams): FieldError[] {
  const match = queryText(query, "resourceVersionMatch");
  if (match === "") return [];
  const errors: FieldError[] = [];
  const forbid = (why: string) => errors.push(FieldError.forbidden("resourceVersionMatch", why));
  const version = queryText(query, "resourceVersion");
  if (version === "") forbid("resourceVersionMatch is forbidden unless resourceVersion is provided");
  if (queryText(query, "continue") !== "") forbid("resourceVersionMatch is forbidden when continue is provided");
  const known = ["Exact", "NotOlderThan", ""];
  if (!known.includes(match)) errors.push(FieldError.notSupported("resourceVersionMatch", match, known));
  if (match === "Exact" && version === "0") {
    forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  }
  return errors;
}
