/**
 * A certificate of the process alone, for servers whose callers do not ask who signed it, as those who scrape metrics.
 *
 * It is made anew with each process, and renewed while the process lives.
 */
import type { Clock, ClockTimer } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { CertificateHolder, type CertificateSource } from "./certificate-source.ts";
import { SharedRun } from "./shared-run.ts";

export interface SelfSignedCertificateOptions {
  readonly clock: Clock;
  /** A year unless said. */
  readonly lifetimeMs?: number;
}

const yearMs = 365 * 86_400_000;

/** `names` are DNS names and addresses, at least one. */
export function selfSignedCertificate(
  names: readonly [string, ...string[]],
  { clock, lifetimeMs = yearMs }: SelfSignedCertificateOptions,
): CertificateSource {
  const name = `the certificate for ${names.join(", ")}`;
  const holder = new CertificateHolder(name);
  let timer: ClockTimer | undefined;

  function renew(): void {
    const nowMs = clock.now();
    const authority = createAuthority(names[0], { nowMs, lifetimeMs });
    const { cert, key } = authority.issue({ commonName: names[0].slice(0, 64), names, nowMs, lifetimeMs });
    holder.hold({ cert, key, ca: authority.cert });
    timer = clock.setTimer((lifetimeMs * 2) / 3, renew, { kind: "background", label: name, unref: true });
  }

  const shared = new SharedRun(() => {
    renew();
    return { ready: Promise.resolve(), stop: async () => timer?.cancel() };
  });

  return {
    name,
    start: (given) => shared.start(given),
    current: () => holder.current(),
    onChange: (listener) => holder.onChange(listener),
    get problem() {
      return holder.isEmpty ? `${name} is not made yet` : undefined;
    },
    stop: () => shared.stop(),
  };
}
