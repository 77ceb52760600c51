/**
 * There was no answer, or not the whole of one: the server was not reached, not believed, or lost on the way.
 *
 * The message names the address and what to look at; it never has credentials in it, not those of a proxy either.
 */
import type { ServerAddress } from "./server-address.ts";

export class ConnectionError extends Error {
  /** Of Node or undici: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, … */
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static {
    ConnectionError.prototype.name = "ConnectionError";
  }
}

const isItRight = "check the address of the cluster in the kubeconfig, and that the API server runs";
const unreachable = "cannot be reached: check the network, a VPN, a firewall or a proxy between";
const untrusted =
  "has a certificate of none of the authorities that are trusted: check certificate-authority of the cluster";
const lost = "lost the connection before the answer was whole";
const wantsTls = "does not speak TLS: check whether the address has to begin with http://";
const silent = "was silent for too long";

const remedies = new Map<string, string>([
  ["ECONNREFUSED", `refused the connection: ${isItRight}`],
  ["ENOTFOUND", `has a name that nobody knows: ${isItRight}`],
  ["EAI_AGAIN", "has a name that could not be looked up just now: check the DNS"],
  ["ETIMEDOUT", unreachable],
  ["UND_ERR_CONNECT_TIMEOUT", unreachable],
  ["EHOSTUNREACH", unreachable],
  ["ENETUNREACH", unreachable],
  ["ECONNRESET", lost],
  ["EPIPE", lost],
  ["UND_ERR_SOCKET", lost],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", lost],
  ["ERR_HTTP2_STREAM_ERROR", lost],
  ["ERR_HTTP2_STREAM_CANCEL", lost],
  ["ERR_HTTP2_SESSION_ERROR", lost],
  ["CERT_HAS_EXPIRED", "has a certificate that has expired: renew it, or look at this machine's clock"],
  ["CERT_NOT_YET_VALID", "has a certificate that is not valid yet: look at this machine's clock"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", untrusted],
  ["SELF_SIGNED_CERT_IN_CHAIN", untrusted],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", untrusted],
  ["CERT_SIGNATURE_FAILURE", untrusted],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "has a certificate for other names: set tls-server-name of the cluster to one of them",
  ],
  ["ERR_SSL_WRONG_VERSION_NUMBER", wantsTls],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", wantsTls],
  ["UND_ERR_HEADERS_TIMEOUT", silent],
  ["UND_ERR_BODY_TIMEOUT", silent],
]);

/** Whether the certificate of the server was not believed, which other authorities might change. */
export function isUntrusted(error: unknown): boolean {
  return error instanceof ConnectionError && remedies.get(error.code) === untrusted;
}

/** Says what went wrong with a connection to the address, in words that help. */
export function explainConnection(error: unknown, { origin, proxy }: ServerAddress): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const code = codeOf(error);
  const what = remedies.get(code) ?? describe(error, code);
  const way = proxy === undefined ? "" : ` (through the proxy ${proxy.origin})`;
  return new ConnectionError(`${origin}${way} ${what}`, code, { cause: error });
}

/** The first code that helps, from the outside in. */
function codeOf(error: unknown): string {
  let first = "";
  for (let next = error, depth = 0; next instanceof Error && depth < 10; next = next.cause, depth += 1) {
    const code = "code" in next && typeof next.code === "string" ? next.code : "";
    if (remedies.has(code)) return code;
    first ||= code;
  }
  return first;
}

function describe(error: unknown, code: string): string {
  if (code.startsWith("HPE_")) return "does not speak HTTP: check whether the address has to begin with https://";
  if (code.includes("ALERT")) return "refused our side of TLS: check the client's certificate";
  return `could not be asked: ${error instanceof Error ? error.message : String(error)}`;
}
