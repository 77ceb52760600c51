/** What kind of bytes an answer says that it has. */
import type { TransportHeaders } from "@pintle/machinery";

/** In lower case and without parameters; empty where the server says nothing. */
export function mediaTypeOf(headers: TransportHeaders): string {
  const header = headers["content-type"];
  const value = typeof header === "string" ? header : (header?.[0] ?? "");
  return (value.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** A server that says nothing is believed to send what it was asked for. */
export function isJson(mediaType: string): boolean {
  return mediaType === "" || mediaType === "application/json" || mediaType.endsWith("+json");
}
