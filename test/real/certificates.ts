/** Certificates for tests, valid from now on. */
import {
  type Authority,
  type Certificate,
  createAuthority as create,
  openAuthority as open,
} from "@pintle/machinery/certificates";

export type { Certificate };

export interface TestLeafOptions {
  /** The user, for a client certificate. */
  readonly commonName: string;
  /** The groups, for a client certificate. */
  readonly organizations?: readonly string[];
  /** DNS names and IP addresses, for a serving certificate. */
  readonly names?: readonly string[];
  readonly notAfter?: Date;
}

export interface TestAuthority extends Certificate {
  issue(leaf: TestLeafOptions): Certificate;
}

export function createAuthority(commonName: string): TestAuthority {
  return fromNowOn(create(commonName, { nowMs: Date.now() }));
}

/** An authority made elsewhere, from its files. */
export function openAuthority(certificate: Certificate): TestAuthority {
  return fromNowOn(open(certificate));
}

function fromNowOn(authority: Authority): TestAuthority {
  return {
    ...authority,
    issue({ notAfter, ...leaf }) {
      const nowMs = Date.now();
      return authority.issue({ ...leaf, nowMs, ...(notAfter && { lifetimeMs: notAfter.getTime() - nowMs }) });
    },
  };
}
