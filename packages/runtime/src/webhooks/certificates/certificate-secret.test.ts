import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "@pintle/kinds";
import { createAuthority } from "@pintle/machinery/certificates";
import {
  certificatesVersionAnnotation,
  readCertificateSecret,
  type StoredCertificates,
  writeCertificateSecret,
} from "./certificate-secret.ts";

const nowMs = Date.UTC(2026, 0, 1);
const place = { namespace: "system", name: "certificates" };
const authority = createAuthority("first", { nowMs });
const next = createAuthority("second", { nowMs });
const { cert, key } = authority.issue({ commonName: "web", names: ["web"], nowMs });
const pair = ({ cert, key }: { cert: string; key: string }) => ({ cert, key });
const certificates: StoredCertificates = {
  ...{ cert, key, authorities: [authority.cert, next.cert] },
  ...{ authority: pair(authority), next: pair(next) },
};

const encode = (text: string) => Buffer.from(text).toString("base64");
const written = () => writeCertificateSecret(undefined, place, certificates);

/** As the server would give it. */
function secretWith(
  changes: Readonly<Record<string, string | undefined>>,
  annotations?: Record<string, string>,
): Secret {
  const { data = {}, metadata, ...rest } = written();
  const changed = Object.entries({ ...data, ...changes }).filter(([, value]) => value !== undefined);
  const meta = { ...metadata, ...(annotations && { annotations }) };
  return Secret({ ...rest, metadata: meta, data: Object.fromEntries(changed) as Record<string, string> }) as Secret;
}

test("what is written is read again", () => {
  const read = readCertificateSecret(secretWith({}));
  assert.deepEqual(read, { state: "good", certificates });
});

test("version 1 of the format has these keys and this annotation", () => {
  const { type, data, metadata } = written();
  assert.equal(type, "kubernetes.io/tls");
  assert.deepEqual(Object.keys(data ?? {}).sort(), ["ca.crt", "ca.key", "next-ca.key", "tls.crt", "tls.key"]);
  assert.deepEqual(metadata?.annotations, { "pintle.dev/certificates-version": "1" });
});

test("what others have put into the Secret stays, and what is over goes", () => {
  const found = secretWith({ note: encode("hands off") }, { [certificatesVersionAnnotation]: "1", other: "kept" });
  const again = writeCertificateSecret(found, place, { ...certificates, next: undefined });
  assert.equal(again.data?.note, encode("hands off"));
  assert.equal(again.metadata?.annotations?.other, "kept");
  assert.equal(again.data?.["next-ca.key"], undefined);
});

test("a newer format is refused with a sentence", () => {
  const read = readCertificateSecret(secretWith({}, { [certificatesVersionAnnotation]: "2" }));
  assert.equal(read.state, "refused");
  assert.match(read.state === "refused" ? read.why : "", /has the format "2", and this program knows 1: run a newer/);
});

test("certificates of somebody else are refused, and a Secret that was left empty for us is not", () => {
  assert.equal(readCertificateSecret(secretWith({}, {})).state, "refused");
  const empty = { "tls.crt": "", "tls.key": "", "ca.crt": undefined, "ca.key": undefined, "next-ca.key": undefined };
  assert.equal(readCertificateSecret(secretWith(empty, {})).state, "empty");
});

test("every way in which the content can be of no use is told, and no key is told with it", () => {
  const other = createAuthority("other", { nowMs });
  const broken: Readonly<Record<string, Record<string, string | undefined>>> = {
    garbage: { "tls.crt": encode("garbage") },
    "no base64": { "tls.crt": "%%%" },
    "no certificate": { "tls.crt": undefined },
    "no key": { "tls.key": undefined },
    "half a key": { "tls.key": encode(key.slice(0, key.length / 2)) },
    "the key of another": { "tls.key": encode(other.key) },
    "no authorities": { "ca.crt": undefined },
    "authorities of others": { "ca.crt": encode(other.cert) },
  };
  for (const [title, changes] of Object.entries(broken)) {
    const read = readCertificateSecret(secretWith(changes));
    assert.equal(read.state, "broken", title);
    assert.doesNotMatch(JSON.stringify(read), /PRIVATE|MIG/, title);
  }
});

test("a lost or foreign key of an authority does not make the certificate useless", () => {
  const other = createAuthority("other", { nowMs });
  for (const lost of [undefined, encode(""), encode("garbage"), encode(other.key), encode(next.key)]) {
    const read = readCertificateSecret(secretWith({ "ca.key": lost }));
    assert.deepEqual(read, { state: "good", certificates: { ...certificates, authority: undefined } });
    const unprepared = readCertificateSecret(secretWith({ "next-ca.key": encode("garbage") }));
    assert.deepEqual(unprepared, { state: "good", certificates: { ...certificates, next: undefined } });
  }
});
