import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { readRequestedSubjects } from "./certificate-request.ts";
import { der, derBytes, derObjectIdentifier, derText, sequence, set } from "./der.ts";

const requestedOrganizations = (pem: string) =>
  readRequestedSubjects(pem).flatMap(({ organizations }) => organizations);
const attribute = (oid: string, value: Uint8Array) => der(set, der(sequence, derObjectIdentifier(oid), value));
const organization = (name: string) => attribute("2.5.4.10", derText(name));

function request(...names: readonly Uint8Array[]): Buffer {
  const information = der(sequence, derBytes(0x02, 0), der(sequence, ...names), der(sequence), derBytes(0xa0));
  return der(sequence, information, der(sequence), derBytes(0x03, 0));
}

function toPem(bytes: Uint8Array, type = "CERTIFICATE REQUEST"): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${type}-----\n${lines.join("\n")}\n-----END ${type}-----\n`;
}

test("the organizations of a request are told, in their order, whatever else is in its subject", () => {
  const subject = [attribute("2.5.4.3", derText("jane")), organization("dev"), organization("system:masters")];
  assert.deepEqual(requestedOrganizations(toPem(request(...subject))), ["dev", "system:masters"]);
  assert.deepEqual(requestedOrganizations(toPem(request())), []);
});

test("the common name is the last of several, and empty where there is none", () => {
  const names = ["a", "b"].map((name) => attribute("2.5.4.3", derText(name)));
  assert.deepEqual(readRequestedSubjects(toPem(request(...names))), [{ commonName: "b", organizations: [] }]);
  assert.deepEqual(readRequestedSubjects(toPem(request())), [{ commonName: "", organizations: [] }]);
});

test("organizations are read in every kind of text that certificates have", () => {
  const printable = attribute("2.5.4.10", der(0x13, Buffer.from("system:masters")));
  const wide = attribute("2.5.4.10", der(0x1e, Buffer.from("system:masters", "utf16le").swap16()));
  assert.deepEqual(requestedOrganizations(toPem(request(printable, wide))), ["system:masters", "system:masters"]);
});

test("several attributes in one set and several requests in one text are all looked at", () => {
  const one = der(sequence, derObjectIdentifier("2.5.4.10"), derText("a"));
  const other = der(sequence, derObjectIdentifier("2.5.4.10"), derText("b"));
  const text = toPem(request(der(set, one, other))) + toPem(request(organization("c")));
  assert.deepEqual(requestedOrganizations(text), ["a", "b", "c"]);
});

test("what cannot be read to its last byte is refused, so that nothing hides there", () => {
  const good = request(organization("dev"));
  const bad: readonly string[] = [
    "",
    "no pem",
    toPem(good, "CERTIFICATE"),
    toPem(good).replace("END CERTIFICATE REQUEST", "END CERTIFICATE"),
    `-----BEGIN CERTIFICATE REQUEST-----\n${toPem(good)}`,
    toPem(good).replace("\n", "\nProc-Type: 4,ENCRYPTED\n\n"),
    toPem(good.subarray(0, good.length - 1)),
    toPem(Buffer.concat([good, Buffer.from([0])])),
    toPem(request(Buffer.from([0x31, 0x7f, 0x30]))),
    toPem(request(der(set, derText("no attribute")))),
    toPem(der(0x31, Buffer.from([]))),
    toPem(Buffer.alloc(0)),
  ];
  for (const text of bad) assert.throws(() => readRequestedSubjects(text), Error, text);
});
