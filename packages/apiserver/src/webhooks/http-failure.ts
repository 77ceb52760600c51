/** What a client of the API understands of an answer that is a failure and not the API's. */
import { quoteGo } from "@pintle/machinery";
import { decodeGoUtf8 } from "../wire/json/decode-go-utf8.ts";

const texts: Readonly<Record<number, string>> = {
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  406: "the server was unable to respond with a content type that the client supports",
  409: "the server reported a conflict",
  415: "the body of the request was in an unknown format - accepted media types include: ",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** Only text is shown to people; a webhook that answers with an object is not understood. */
export function describeHttpFailure(status: number, bytes: Uint8Array, contentType: string): string {
  const text = texts[status];
  if (text !== undefined) return text;
  const isText = contentType === "" || contentType.toLowerCase().startsWith("text/");
  const said = isText ? decodeGoUtf8(bytes).trim() : "unknown";
  if (status === 403) return said;
  if (status >= 500) return `an error on the server (${quoteGo(said)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}
