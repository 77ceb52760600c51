/** Tells an interceptor of a write, in the words of the API instead of HTTP's. */
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { ApiRequest } from "../request/api-request.ts";
import type { ClientInterceptor, CompletedWrite } from "../request/client-interceptor.ts";
import { contentTypes } from "./patch.ts";
import type { ObjectPlace, ResourceTarget } from "./resource-path.ts";
import type { VerbRequest } from "./resource-requests.ts";

interface AnsweredVerb {
  readonly target: ResourceTarget;
  readonly place: ObjectPlace;
  readonly verb: VerbRequest;
  readonly request: ApiRequest;
  readonly answer: JsonObject;
}

/** Reads, dry runs and what is done to many objects at once are not told. */
export function tellWrite(interceptor: ClientInterceptor, answered: AnsweredVerb): void {
  const { target, place, verb, request, answer } = answered;
  const name = place.name ?? nameIn(answer);
  const kind = kindOfWrite(verb);
  if (kind === undefined || name === undefined || verb.dryRun === true) return;
  if (kind === "delete" && place.name === undefined) return;
  const { group, version, kind: objectKind, plural } = target;
  interceptor.afterWrite?.({
    ...{ verb: kind, group, version, kind: objectKind, plural, name, answer },
    subresource: place.subresource,
    namespace: place.namespace,
    path: request.path,
    body: request.body,
    uid: verb.preconditions?.uid,
  });
}

function kindOfWrite({ method, contentType }: VerbRequest): CompletedWrite["verb"] | undefined {
  switch (method) {
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return contentType === contentTypes.apply ? "apply" : "patch";
    case "DELETE":
      return "delete";
  }
  return undefined;
}

function nameIn(answer: JsonObject): string | undefined {
  const metadata = getOwn(answer, "metadata");
  const name = isJsonObject(metadata) ? getOwn(metadata, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}
