/** What a client of the API understands of an answer that is a failure and not the API's. */

const texts: Readonly<Record<number, string>> = {
  401: "the server has asked for the client to provide credentials",
  403: "unknown",
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

export function describeHttpFailure(status: number, body: string): string {
  const text = texts[status];
  if (text !== undefined) return text;
  if (status >= 500)
    return `an error on the server (${JSON.stringify(body)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}
