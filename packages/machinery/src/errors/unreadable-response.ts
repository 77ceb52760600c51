/**
 * The Status for an HTTP answer that carries none: a proxy's error page, an empty body, a load balancer.
 *
 * Reason and text follow from the HTTP code, as client-go derives them, so that `ApiError.is` works on such answers too.
 */
import { formatGroupResource, type GroupResource } from "../objects/group-version-kind.ts";
import { quoteGo } from "../text/go-text.ts";
import { createFailureStatus, type Status, type StatusReason } from "./status.ts";

export interface UnreadableResponse {
  /** The HTTP status code. */
  readonly code: number;
  /** The HTTP method of the request. */
  readonly verb: string;
  readonly resource: GroupResource;
  readonly name: string;
  /** What the body said, as far as it was text. */
  readonly serverMessage: string;
  readonly retryAfterSeconds?: number;
  /** The body was not in the form of an API answer at all; it then stands in the causes. */
  readonly isUnexpected: boolean;
}

/** The codes whose reason and text do not depend on the rest of the answer. */
const plainAnswers = new Map<number, readonly [StatusReason, string]>([
  [400, ["BadRequest", "the server rejected our request for an unknown reason"]],
  [401, ["Unauthorized", "the server has asked for the client to provide credentials"]],
  [404, ["NotFound", "the server could not find the requested resource"]],
  [405, ["MethodNotAllowed", "the server does not allow this method on the requested resource"]],
  [422, ["Invalid", "the server rejected our request due to an error in our request"]],
  [429, ["TooManyRequests", "the server has received too many requests and has asked us to try again later"]],
  [503, ["ServiceUnavailable", "the server is currently unable to handle the request"]],
  [
    504,
    [
      "Timeout",
      "the server was unable to return a response in the time allotted, but may still be processing the request",
    ],
  ],
]);

export function statusOfUnreadableResponse(response: UnreadableResponse): Status {
  const { code, verb, resource, name, serverMessage, retryAfterSeconds = 0, isUnexpected } = response;
  const [reason, text] = interpret(response);
  const subject = formatGroupResource(resource);
  const target = name === "" ? subject : `${subject} ${name}`;
  const message = subject === "" ? text : `${text} (${verb.toLowerCase()} ${target})`;
  const causes = isUnexpected ? [{ reason: "UnexpectedServerResponse", message: serverMessage }] : [];
  const details = { group: resource.group, kind: resource.resource, name, causes, retryAfterSeconds };
  return createFailureStatus(reason, message, details, code);
}

function interpret({ code, verb, serverMessage }: UnreadableResponse): readonly [StatusReason | "", string] {
  const plain = plainAnswers.get(code);
  if (plain) return plain;
  switch (code) {
    case 403:
      return ["Forbidden", serverMessage];
    case 406: {
      const says = serverMessage !== "" && serverMessage !== "unknown";
      const silent = "the server was unable to respond with a content type that the client supports";
      return ["NotAcceptable", says ? serverMessage : silent];
    }
    case 409:
      return [verb === "POST" ? "AlreadyExists" : "Conflict", "the server reported a conflict"];
    case 415:
      return ["UnsupportedMediaType", serverMessage];
  }
  if (code < 500) {
    return ["", `the server responded with the status code ${code} but did not return more information`];
  }
  const quoted = quoteGo(serverMessage);
  return ["InternalError", `an error on the server (${quoted}) has prevented the request from succeeding`];
}
