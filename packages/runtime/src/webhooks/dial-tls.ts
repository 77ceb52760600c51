/** Whether somebody speaks TLS on a port of this machine, whoever they say they are. */
import { type Clock, createDeadline } from "@pintle/machinery";

export interface TlsPlace {
  /** Where a server listens: empty, or a wildcard, is answered on loopback too. */
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
}

const patienceMs = 10_000;
const wildcards: ReadonlySet<string> = new Set(["", "0.0.0.0", "::"]);

export async function dialTls({ host, port, clock }: TlsPlace): Promise<void> {
  const { connect } = await import("node:tls");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  using deadline = createDeadline(clock, patienceMs, { label: "dial", kind: "background", unref: true });
  const place = { host: wildcards.has(host) ? "localhost" : host, port };
  // It is the port that is asked about. Whose certificate it shows is for those to judge who send something.
  const socket = connect({ ...place, rejectUnauthorized: false });
  socket.once("secureConnect", resolve);
  socket.on("error", reject);
  deadline.signal.addEventListener("abort", () => reject(deadline.signal.reason), { once: true });
  try {
    await promise;
  } finally {
    socket.destroy();
  }
}
