/**
 * Certificates for tests: an authority, and leaves that it signs. X.509 v3 with P-256 keys, written as DER by hand so that a test run
 * needs neither openssl nor a library.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { isIP } from "node:net";

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface LeafOptions {
  /** The user, for a client certificate. */
  readonly commonName: string;
  /** The groups, for a client certificate. */
  readonly organizations?: readonly string[];
  /** DNS names and IP addresses, for a serving certificate. */
  readonly names?: readonly string[];
  readonly notAfter?: Date;
}

export interface Authority extends Certificate {
  issue(leaf: LeafOptions): Certificate;
}

const dayMs = 86_400_000;

export function createAuthority(commonName: string): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = distinguishedName({ commonName });
  const extensions = [
    extension("2.5.29.19", der(0x30, der(0x01, Buffer.from([0xff]))), true),
    extension("2.5.29.15", der(0x03, Buffer.from([2, 0b00000100])), true),
    extension("2.5.29.14", der(0x04, keyIdentifier(keys.publicKey))),
  ];
  const certificate = signed(keys.privateKey, name, name, keys.publicKey, extensions);
  return openAuthority(commonName, pems(certificate, keys.privateKey));
}

/** An authority made elsewhere, from its files. */
export function openAuthority(commonName: string, certificate: Certificate): Authority {
  const keys = { publicKey: createPublicKey(certificate.cert), privateKey: createPrivateKey(certificate.key) };
  return { ...certificate, issue: (leaf) => issueLeaf(leaf, distinguishedName({ commonName }), keys) };
}

function issueLeaf(
  leaf: LeafOptions,
  issuer: Buffer,
  authority: { publicKey: KeyObject; privateKey: KeyObject },
): Certificate {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const usages = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"].map(objectIdentifier);
  const extensions = [
    extension("2.5.29.19", der(0x30), true),
    extension("2.5.29.15", der(0x03, Buffer.from([7, 0b10000000])), true),
    extension("2.5.29.37", der(0x30, ...usages)),
    extension("2.5.29.35", der(0x30, der(0x80, keyIdentifier(authority.publicKey)))),
    ...(leaf.names ? [extension("2.5.29.17", der(0x30, ...leaf.names.map(alternativeName)))] : []),
  ];
  const subject = distinguishedName(leaf);
  return pems(
    signed(authority.privateKey, issuer, subject, keys.publicKey, extensions, leaf.notAfter),
    keys.privateKey,
  );
}

function signed(
  key: KeyObject,
  issuer: Buffer,
  subject: Buffer,
  publicKey: KeyObject,
  extensions: Buffer[],
  notAfter = new Date(Date.now() + 365 * dayMs),
): Buffer {
  const ecdsaWithSha256 = der(0x30, objectIdentifier("1.2.840.10045.4.3.2"));
  const notBefore = new Date(Math.min(Date.now(), notAfter.getTime()) - dayMs);
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer,
    der(0x30, generalizedTime(notBefore), generalizedTime(notAfter)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = sign("sha256", body, key);
  return der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
}

function distinguishedName({ commonName, organizations = [] }: LeafOptions): Buffer {
  const parts = [...organizations.map((value) => ["2.5.4.10", value] as const), ["2.5.4.3", commonName] as const];
  return der(
    0x30,
    ...parts.map(([id, value]) => der(0x31, der(0x30, objectIdentifier(id), der(0x0c, Buffer.from(value))))),
  );
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return der(0x87, Buffer.from(name.split(".").map(Number)));
  return der(0x82, Buffer.from(name));
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : [];
  return der(0x30, objectIdentifier(id), ...critical, der(0x04, value));
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 20);
}

function generalizedTime(time: Date): Buffer {
  return der(0x18, Buffer.from(`${time.toISOString().replace(/[-:T]|\.\d+/g, "")}`));
}

function objectIdentifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let high = Math.floor(part / 128); high > 0; high = Math.floor(high / 128))
      groups.unshift((high & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = body.length < 0x100 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function pems(certificate: Buffer, key: KeyObject): Certificate {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
