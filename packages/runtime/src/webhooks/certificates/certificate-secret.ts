/**
 * How certificates are kept in a Secret, so that all replicas show the same one and a new process begins where the last one ended.
 *
 * | key of `data` | what it holds, PEM |
 * |---|---|
 * | `tls.crt`, `tls.key` | the certificate that servers show |
 * | `ca.crt` | every authority that is to be trusted: that of `tls.crt`, the next one, and earlier ones until they expire |
 * | `ca.key` | the key of the authority that signed `tls.crt` |
 * | `next-ca.key` | while a renewal is under way: the key of the authority that comes next |
 *
 * The annotation `pintle.dev/certificates-version` says that the Secret is ours, and in which format. Newer ones are refused.
 */
import type { Secret } from "@pintle/kinds";
import { type DeepReadonly, getOwn } from "@pintle/machinery";
import type { Certificate } from "@pintle/machinery/certificates";
import { isKeyOf, isSignedBy, readPair, splitBundle } from "./read-certificates.ts";

export interface StoredCertificates extends Certificate {
  /** All that are to be trusted, each PEM. */
  readonly authorities: readonly string[];
  /** Who signed the certificate; `undefined` where its key is lost. */
  readonly authority: Certificate | undefined;
  /** Who will sign the next one. */
  readonly next: Certificate | undefined;
}

export type SecretContent =
  | { readonly state: "good"; readonly certificates: StoredCertificates }
  /** Nothing is in it: whoever made it left it to us. */
  | { readonly state: "empty" }
  /** It is ours, and what is in it is of no use. */
  | { readonly state: "broken"; readonly why: string }
  /** It is not ours to write. */
  | { readonly state: "refused"; readonly why: string };

export const certificatesVersionAnnotation = "pintle.dev/certificates-version";
const version = 1;
const dataKeys = ["tls.crt", "tls.key", "ca.crt", "ca.key", "next-ca.key"] as const;
type DataKey = (typeof dataKeys)[number];

export function readCertificateSecret(secret: DeepReadonly<Secret>): SecretContent {
  const texts = textsOf(secret);
  const found = getOwn(secret.metadata.annotations ?? {}, certificatesVersionAnnotation);
  if (found === undefined) {
    if (dataKeys.every((key) => texts[key].trim() === "")) return { state: "empty" };
    const why = `holds certificates of somebody else: give this program a Secret of its own, or delete that one`;
    return { state: "refused", why };
  }
  if (found !== String(version)) {
    const why = `has the format ${JSON.stringify(found)}, and this program knows ${version}: run a newer program, or delete the Secret to begin anew`;
    return { state: "refused", why };
  }
  return readTexts(texts);
}

function readTexts(texts: Readonly<Record<DataKey, string>>): SecretContent {
  const { "tls.crt": cert, "tls.key": key } = texts;
  const authorities = splitBundle(texts["ca.crt"]);
  try {
    const leaf = readPair(cert, key);
    if (!authorities.some((authority) => isSignedBy(leaf, authority))) {
      return { state: "broken", why: "ca.crt lacks the authority of tls.crt" };
    }
    const authority = withKey(authorities, texts["ca.key"]);
    const signed = authority && isSignedBy(leaf, authority.cert) ? authority : undefined;
    const next = withKey(authorities, texts["next-ca.key"]);
    return { state: "good", certificates: { cert, key, authorities, authority: signed, next } };
  } catch (error) {
    return { state: "broken", why: `tls.crt and tls.key: ${error instanceof Error ? error.message : "unreadable"}` };
  }
}

/** The Secret's fields with these certificates in them; whatever else others have put there stays. */
export function writeCertificateSecret(
  found: DeepReadonly<Secret> | undefined,
  place: { readonly namespace: string; readonly name: string },
  certificates: StoredCertificates,
): Parameters<typeof Secret>[0] {
  const { "next-ca.key": _, ...others } = found?.data ?? {};
  const { cert, key, authorities, authority, next } = certificates;
  return {
    ...(found ?? { type: "kubernetes.io/tls" }),
    metadata: {
      ...(found?.metadata ?? place),
      annotations: { ...found?.metadata.annotations, [certificatesVersionAnnotation]: String(version) },
    },
    data: {
      ...others,
      "tls.crt": encode(cert),
      "tls.key": encode(key),
      "ca.crt": encode(authorities.join("")),
      "ca.key": encode(authority?.key ?? ""),
      ...(next && { "next-ca.key": encode(next.key) }),
    },
  };
}

function textsOf({ data = {} }: DeepReadonly<Secret>): Record<DataKey, string> {
  const text = (key: DataKey) => Buffer.from(getOwn(data, key) ?? "", "base64").toString("utf8");
  return {
    "tls.crt": text("tls.crt"),
    "tls.key": text("tls.key"),
    "ca.crt": text("ca.crt"),
    "ca.key": text("ca.key"),
    "next-ca.key": text("next-ca.key"),
  };
}

function withKey(authorities: readonly string[], key: string): Certificate | undefined {
  const cert = key === "" ? undefined : authorities.find((authority) => isKeyOf(authority, key));
  return cert === undefined ? undefined : { cert, key };
}

function encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
