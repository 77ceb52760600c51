/**
 * Certificates as control planes and webhook servers need them: an authority, and leaves that it signs. X.509 v3 with P-256 keys.
 *
 * Keys are as random as the process is, whatever else is seeded: nobody should be able to repeat them.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { der, derBytes, derElements, derObjectIdentifier, derText, derTime, sequence, set } from "./der.ts";

export { type RequestedSubject, readRequestedSubjects } from "./certificate-request.ts";

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface Authority extends Certificate {
  issue(leaf: LeafOptions): Certificate;
}

export interface LeafOptions extends Validity {
  /** The user, in a client's certificate. */
  readonly commonName: string;
  /** The groups, in a client's certificate. */
  readonly organizations?: readonly string[];
  /** DNS names and IP addresses, in a server's certificate. */
  readonly names?: readonly string[];
}

export interface Validity {
  readonly nowMs: number;
  /** A year unless said. */
  readonly lifetimeMs?: number;
}

const dayMs = 86_400_000;

/** An authority that nobody knows yet: its certificate is what others have to trust. */
export function createAuthority(commonName: string, validity: Validity): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = distinguishedName({ commonName });
  const extensions = [
    extension("2.5.29.19", der(sequence, derBytes(0x01, 0xff)), true),
    extension("2.5.29.15", derBytes(0x03, 1, 0b00000110), true),
    extension("2.5.29.14", der(0x04, keyIdentifier(keys.publicKey))),
  ];
  const certificate = signCertificate(keys.privateKey, name, name, keys.publicKey, extensions, validity);
  return openAuthority(toPem(certificate, keys.privateKey));
}

/** An authority from its files. */
export function openAuthority(certificate: Certificate): Authority {
  const keys = { publicKey: createPublicKey(certificate.cert), privateKey: createPrivateKey(certificate.key) };
  const name = subjectOf(new X509Certificate(certificate.cert).raw);
  return { ...certificate, issue: (leaf) => issueLeaf(leaf, name, keys) };
}

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function issueLeaf(leaf: LeafOptions, issuer: Uint8Array, authority: Keys): Certificate {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const usages = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"].map(derObjectIdentifier);
  const extensions = [
    extension("2.5.29.19", der(sequence), true),
    extension("2.5.29.15", derBytes(0x03, 7, 0b10000000), true),
    extension("2.5.29.37", der(sequence, ...usages)),
    // Both, so that one who has the name of its authority is not taken for it.
    extension("2.5.29.14", der(0x04, keyIdentifier(keys.publicKey))),
    extension("2.5.29.35", der(sequence, der(0x80, keyIdentifier(authority.publicKey)))),
    ...(leaf.names ? [extension("2.5.29.17", der(sequence, ...leaf.names.map(alternativeName)))] : []),
  ];
  const subject = distinguishedName(leaf);
  return toPem(
    signCertificate(authority.privateKey, issuer, subject, keys.publicKey, extensions, leaf),
    keys.privateKey,
  );
}

function signCertificate(
  key: KeyObject,
  issuer: Uint8Array,
  subject: Uint8Array,
  publicKey: KeyObject,
  extensions: readonly Uint8Array[],
  { nowMs, lifetimeMs = 365 * dayMs }: Validity,
): Buffer {
  const ecdsaWithSha256 = der(sequence, derObjectIdentifier("1.2.840.10045.4.3.2"));
  const endMs = nowMs + lifetimeMs;
  // A day before, so that clocks that are late believe it too.
  const startMs = Math.min(nowMs, endMs) - dayMs;
  const body = der(
    sequence,
    der(0xa0, derBytes(0x02, 2)),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    issuer,
    der(sequence, derTime(startMs), derTime(endMs)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(sequence, ...extensions)),
  );
  return der(sequence, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign("sha256", body, key)));
}

function distinguishedName({
  commonName,
  organizations = [],
}: Pick<LeafOptions, "commonName" | "organizations">): Buffer {
  const parts = [...organizations.map((value) => ["2.5.4.10", value] as const), ["2.5.4.3", commonName] as const];
  const names = parts.map(([id, value]) => der(set, der(sequence, derObjectIdentifier(id), derText(value))));
  return der(sequence, ...names);
}

/** The sixth element of a certificate's body, behind version, serial number, algorithm, issuer and validity. */
function subjectOf(certificate: Uint8Array): Uint8Array {
  const [body] = derElements(certificate);
  const subject = body && derElements(body)[5];
  if (!subject) throw new TypeError("the authority's certificate has no subject");
  return subject;
}

function alternativeName(name: string): Buffer {
  if (isIPv4(name)) return der(0x87, Buffer.from(name.split(".").map(Number)));
  if (isIPv6(name)) return der(0x87, ipv6Bytes(name));
  return der(0x82, Buffer.from(name, "latin1"));
}

/** The URL parser knows every way to write an address; what it gives back has at most one gap. */
function ipv6Bytes(name: string): Buffer {
  const text = new URL(`http://[${name}]`).hostname.slice(1, -1);
  const [head = "", tail] = text.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const gap = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return Buffer.from([...before, ...gap, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}

function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return der(sequence, derObjectIdentifier(id), ...(isCritical ? [derBytes(0x01, 0xff)] : []), der(0x04, value));
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 20);
}

function toPem(certificate: Buffer, key: KeyObject): Certificate {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
