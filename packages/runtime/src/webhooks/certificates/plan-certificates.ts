/**
 * What is to become of certificates, decided from what there is and the time alone.
 *
 * A renewal replaces the authority too, so that the way on which calls could fail is walked every time and not once in ten years:
 *
 * ```text
 *   good ── due ──▶ next authority trusted beside the old one ── everywhere, for a while ──▶ certificate of the next one shown
 *     ▲                                                                                          │
 *     └──────────────── the old authority leaves when it has expired ◀───────────────────────────┘
 * ```
 *
 * Until it has expired, the old authority stays trusted: a replica that has not heard of the change shows the old certificate for a while.
 */
import { type Authority, type Certificate, createAuthority, openAuthority } from "@pintle/machinery/certificates";
import type { StoredCertificates } from "./certificate-secret.ts";
import { endOf, isFor, namesOf, readPair } from "./read-certificates.ts";

export interface CertificateWishes {
  /** DNS names and addresses, at least one. */
  readonly names: readonly string[];
  readonly lifetimeMs: number;
  /** So long before its end a certificate is renewed. */
  readonly renewBeforeMs: number;
}

export interface CertificateSituation {
  readonly nowMs: number;
  readonly stored: StoredCertificates | undefined;
  /** Whether whoever calls has had the time to hear of the next authority. */
  readonly isNextTrusted: boolean;
}

export type CertificatePlan =
  | { readonly action: "keep"; readonly untilMs: number }
  | { readonly action: "write"; readonly certificates: StoredCertificates; readonly why: string };

export function planCertificates(wishes: CertificateWishes, situation: CertificateSituation): CertificatePlan {
  const { nowMs, stored, isNextTrusted } = situation;
  if (stored === undefined) return write("there is none yet", createCertificates(wishes, nowMs, []));
  const leaf = readPair(stored.cert, stored.key);
  const endMs = leaf.validToDate.getTime();
  const isOver = endMs <= nowMs;
  // A certificate that has expired is of no use to anybody, so there is nothing to wait for.
  if (stored.next && endOf(stored.next.cert) > nowMs && (isNextTrusted || isOver)) {
    return write("the next authority is trusted", takeNext(wishes, nowMs, stored, stored.next));
  }
  const living = stored.authorities.filter((authority) => endOf(authority) > nowMs);
  if (isOver) return write("it has expired", createCertificates(wishes, nowMs, living));
  const missing = wishes.names.filter((name) => !isFor(leaf, name));
  if (missing.length > 0 && stored.authority) {
    // Those that it has stay: another version of this program may ask for them, and the two would replace each other's for ever.
    const names = [...wishes.names, ...namesOf(leaf).filter((name) => !wishes.names.includes(name))];
    return write(`it is not for ${missing.join(", ")}`, reissue(names, nowMs, endMs, stored, stored.authority));
  }
  const dueMs = endMs - wishes.renewBeforeMs;
  if (stored.next === undefined && (dueMs <= nowMs || !stored.authority)) {
    const why = stored.authority ? "its renewal is due" : "the key of its authority is lost";
    return write(why, beginRenewal(wishes, nowMs, stored));
  }
  if (living.length < stored.authorities.length) {
    return write("an earlier authority has expired", { ...stored, authorities: living });
  }
  const endsMs = [stored.next ? endMs : dueMs, ...living.map(endOf)];
  return { action: "keep", untilMs: Math.min(...endsMs) };
}

/** The same certificates with an authority beside theirs that nothing is signed by yet. */
export function beginRenewal(wishes: CertificateWishes, nowMs: number, stored: StoredCertificates): StoredCertificates {
  const { cert, key } = makeAuthority(wishes, nowMs);
  const kept = stored.authorities.filter((authority) => authority !== stored.next?.cert && endOf(authority) > nowMs);
  return { ...stored, authorities: [...kept, cert], next: { cert, key } };
}

function write(why: string, certificates: StoredCertificates): CertificatePlan {
  return { action: "write", certificates, why };
}

function createCertificates(wishes: CertificateWishes, nowMs: number, others: readonly string[]): StoredCertificates {
  const authority = makeAuthority(wishes, nowMs);
  const issued = issue(authority, wishes.names, nowMs, nowMs + wishes.lifetimeMs);
  return { ...issued, authorities: [...others, authority.cert], authority, next: undefined };
}

function takeNext(
  wishes: CertificateWishes,
  nowMs: number,
  stored: StoredCertificates,
  next: Certificate,
): StoredCertificates {
  const endMs = Math.min(nowMs + wishes.lifetimeMs, endOf(next.cert));
  return {
    ...issue(openAuthority(next), wishes.names, nowMs, endMs),
    authorities: stored.authorities.filter((authority) => endOf(authority) > nowMs),
    authority: next,
    next: undefined,
  };
}

function reissue(
  names: readonly string[],
  nowMs: number,
  endMs: number,
  stored: StoredCertificates,
  authority: Certificate,
): StoredCertificates {
  return { ...stored, ...issue(openAuthority(authority), names, nowMs, endMs) };
}

function issue(authority: Authority, names: readonly string[], nowMs: number, endMs: number): Certificate {
  // X.509 has no room for a longer common name, and nobody looks at it where there are alternative names.
  const commonName = (names[0] ?? "").slice(0, 64);
  return authority.issue({ commonName, names, nowMs, lifetimeMs: endMs - nowMs });
}

/** It outlives what it signs, also when that is signed as late as the end of the certificate before. */
function makeAuthority({ lifetimeMs, renewBeforeMs }: CertificateWishes, nowMs: number): Authority {
  const commonName = `pintle ${new Date(nowMs).toISOString()}`;
  return createAuthority(commonName, { nowMs, lifetimeMs: lifetimeMs + renewBeforeMs });
}
