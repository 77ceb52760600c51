/**
 * What somebody asks a certificate for, in PKCS #10. Whatever is not read to its last byte is an error: what is overlooked here, a signer
 * might sign.
 */
import { Buffer } from "node:buffer";
import { contentOf, derElements, derObjectIdentifier, sequence, set } from "./der.ts";

const commonName = derObjectIdentifier("2.5.4.3");
const organization = derObjectIdentifier("2.5.4.10");
const integer = 0x02;
const utf16Text = 0x1e;
const block = /-----BEGIN ([A-Z0-9 ]*)-----([^-]*)-----END ([A-Z0-9 ]*)-----/g;

/** Who a certificate shall be for. */
export interface RequestedSubject {
  /** The user, in a client's certificate. Empty where there is none. */
  readonly commonName: string;
  /** The groups, in a client's certificate. */
  readonly organizations: readonly string[];
}

/** The subjects of all requests in a PEM text, of which there is at least one. Throws for a text that is no request. */
export function readRequestedSubjects(pem: string): RequestedSubject[] {
  const blocks = [...pem.matchAll(block)];
  // A broken block is passed over by who reads PEM, and what comes behind it counts.
  if (blocks.length === 0 || blocks.length !== pem.split("-----BEGIN ").length - 1) throw unreadable("PEM");
  return blocks.map(([, type, body = "", end]) => {
    if (type !== "CERTIFICATE REQUEST" || end !== type) {
      throw new Error("PEM block type must be CERTIFICATE REQUEST");
    }
    const text = body.replace(/\s/g, "");
    const bytes = Buffer.from(text, "base64");
    if (bytes.toString("base64") !== text) throw unreadable("PEM");
    return subjectOf(bytes);
  });
}

function subjectOf(request: Uint8Array): RequestedSubject {
  const [information] = partsOf(request, sequence);
  const [version, subject] = partsOf(information, sequence);
  if (version?.[0] !== integer) throw unreadable("version");
  const attributes = partsOf(subject, sequence).flatMap((names) => partsOf(names, set).map(attributeOf));
  const valuesOf = (wanted: Uint8Array) =>
    attributes.filter(({ type }) => Buffer.compare(type, wanted) === 0).map(({ value }) => textOf(value));
  // Go takes the last where there are several.
  return { commonName: valuesOf(commonName).at(-1) ?? "", organizations: valuesOf(organization) };
}

function attributeOf(element: Uint8Array): { readonly type: Uint8Array; readonly value: Uint8Array } {
  const [type, value] = partsOf(element, sequence);
  if (type === undefined || value === undefined) throw unreadable("subject");
  return { type, value };
}

/** The elements of a constructed one, which must fill it. */
function partsOf(element: Uint8Array | undefined, tag: number): Uint8Array[] {
  if (element === undefined || element[0] !== tag) throw unreadable("structure");
  const parts = derElements(element);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const content = contentOf(element);
  const isWhole = length === content.length && content.byteOffset + length === element.byteOffset + element.length;
  if (!isWhole) throw unreadable("structure");
  return parts;
}

function textOf(value: Uint8Array): string {
  const content = Buffer.from(contentOf(value));
  if (value[0] !== utf16Text) return content.toString("utf8");
  if (content.length % 2 !== 0) throw unreadable("subject");
  return content.swap16().toString("utf16le");
}

function unreadable(what: string): Error {
  return new Error(`the ${what} of the certificate request cannot be read`);
}
