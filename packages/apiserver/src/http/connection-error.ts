/** What went wrong on the way to another server, in the words of Go's client: messages of the API carry them. */
import { isIP } from "node:net";

/** An error of Node's sockets. */
interface ConnectionError extends Error {
  readonly code?: string | undefined;
  /** Of a certificate for other names. */
  readonly host?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_SIGNATURE_FAILURE",
]);

export function describeConnectionError(error: ConnectionError, address: string): string {
  const { code = "" } = error;
  if (untrusted.has(code)) return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  if (code === "CERT_HAS_EXPIRED")
    return "tls: failed to verify certificate: x509: certificate has expired or is not yet valid";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `tls: failed to verify certificate: x509: ${describeNames(error)}`;
  if (code === "ECONNRESET") return "EOF";
  if (code === "ECONNREFUSED") return `dial tcp ${address}: connect: connection refused`;
  if (code === "ENOTFOUND") return `dial tcp: lookup ${address.replace(/:\d+$/, "")}: no such host`;
  return error.message;
}

/** Only what is of the same sort is told: addresses for an address, names for a name. */
function describeNames({ host = "", cert }: ConnectionError): string {
  const sort = isIP(host) === 0 ? "DNS:" : "IP Address:";
  const names = (cert?.subjectaltname ?? "").split(", ").filter((name) => name.startsWith(sort));
  if (names.length === 0) return `certificate is not valid for any names, but wanted to match ${host}`;
  return `certificate is valid for ${names.map((name) => name.slice(sort.length)).join(", ")}, not ${host}`;
}
