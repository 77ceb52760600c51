/** Requests for certificates: readable ones, for known usages, decided once and answered once. */
import { Buffer } from "node:buffer";
import {
  FieldError,
  fieldPath,
  getOwn,
  type JsonObject,
  quoteGo,
  validateDns1123Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const conditions = fieldPath("status", "conditions");
const certificate = fieldPath("status", "certificate");
const leastSeconds = 600;
const maxDomainBytes = 253;
const maxSignerBytes = 571;

export const certificateRules: Readonly<Record<string, KindRules>> = {
  "certificatesigningrequests.certificates.k8s.io": {
    validate: validateRequest,
    validateUpdate: (request, old) => [...validateRequest(request), ...keepConditions(request, old, false)],
    views: {
      approval: (request, old) => [...checkConditions(request), ...keepConditions(request, old, true)],
      status: (request, old) => [
        ...checkConditions(request),
        ...keepConditions(request, old, false),
        ...checkCertificate(request, old),
      ],
    },
  },
};

const usages = [
  ..."any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only".split(","),
  ..."digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user".split(","),
  ..."key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth".split(","),
  ..."signing,timestamping".split(","),
];

function validateRequest(request: JsonObject): FieldError[] {
  const spec = objectAt(request, "spec");
  const text = Buffer.from(textAt(spec, "request"), "base64").toString("latin1");
  const complaint = complainOfPem(text);
  const given = textsAt(spec, "usages");
  const seconds = numberAt(spec, "expirationSeconds");
  return [
    ...(complaint === undefined
      ? []
      : [FieldError.invalid(path.child("request"), getOwn(spec, "request") ?? null, complaint)]),
    ...(given.length === 0 ? [FieldError.required(path.child("usages"), "")] : []),
    ...given.flatMap((usage, index) =>
      usages.includes(usage) ? [] : [FieldError.notSupported(path.child("usages").index(index), usage, usages)],
    ),
    ...given.flatMap((usage, index) =>
      given.indexOf(usage) < index ? [FieldError.duplicate(path.child("usages").index(index), usage)] : [],
    ),
    ...checkSigner(textAt(spec, "signerName")),
    ...(seconds !== undefined && seconds < leastSeconds
      ? [
          FieldError.invalid(
            path.child("expirationSeconds"),
            seconds,
            "may not specify a duration less than 600 seconds (10 minutes)",
          ),
        ]
      : []),
  ];
}

const sequenceTag = 16;

/** A request is a sequence; what it holds is not looked at. What stands there instead is told in Go's words. */
function complainOfPem(text: string): string | undefined {
  const [, body] = /-----BEGIN CERTIFICATE REQUEST-----([^-]*)-----END CERTIFICATE REQUEST-----/.exec(text) ?? [];
  if (body === undefined) return "PEM block type must be CERTIFICATE REQUEST";
  const [first = 0, second = 0, ...more] = Buffer.from(body, "base64");
  const [tagClass, tag, isCompound] = [first >> 6, first & 31, (first & 32) !== 0];
  if (tagClass === 0 && tag === sequenceTag && isCompound) return undefined;
  const lengthBytes = second > 127 ? second & 127 : 0;
  const length = lengthBytes === 0 ? second : more.slice(0, lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const found = `{class:${tagClass} tag:${tag} length:${length} isCompound:${isCompound}}`;
  const expected =
    "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";
  const place = `certificateRequest @${2 + lengthBytes}`;
  return `asn1: structure error: tags don't match (${sequenceTag} vs ${found}) ${expected} ${place}`;
}

function checkSigner(name: string): FieldError[] {
  const at = path.child("signerName");
  if (name === "") return [FieldError.required(at, "")];
  if (name === "kubernetes.io/legacy-unknown") {
    return [FieldError.invalid(at, name, "the legacy signerName is not allowed via this API version")];
  }
  const [domain = "", rest = "", ...more] = name.split("/");
  if (more.length > 0 || !name.includes("/")) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [FieldError.invalid(at, name, detail)];
  }
  const isDomain = domain.includes(".");
  return [
    ...(domain.length > maxDomainBytes ? [FieldError.tooLong(at, maxDomainBytes)] : []),
    ...checkParts(domain, validateDns1123Label),
    ...(isDomain
      ? []
      : [FieldError.invalid(at, domain, "should be a domain with at least two segments separated by dots")]),
    ...checkParts(rest, validateDns1123Subdomain),
    ...(name.length > maxSignerBytes ? [FieldError.tooLong(at, maxSignerBytes)] : []),
  ];
}

/** Only the first part that is wrong is told. */
function checkParts(text: string, validate: (part: string) => readonly string[]): FieldError[] {
  const wrong = text.split(".").find((part) => validate(part).length > 0);
  if (wrong === undefined) return [];
  return invalidAll(
    path.child("signerName"),
    text,
    validate(wrong).map((complaint) => `validating label ${quoteGo(wrong)}: ${complaint}`),
  );
}

const decisions = ["Approved", "Denied"];

function checkConditions(request: JsonObject): FieldError[] {
  const types: string[] = [];
  return objectsAt(request, "status.conditions").flatMap((condition, index) => {
    const type = textAt(condition, "type");
    const at = conditions.index(index);
    const isOneWay = decisions.includes(type) || type === "Failed";
    const errors = checkOneOf(condition, "status", at, isOneWay ? ["True"] : ["False", "True", "Unknown"]);
    if (type === "") errors.push(FieldError.required(at.child("type"), ""));
    const [other] = decisions.includes(type) ? decisions.filter((decision) => decision !== type) : [];
    if (other !== undefined && types.includes(other)) {
      errors.push(FieldError.invalid(conditions, type, "Approved and Denied conditions are mutually exclusive"));
    }
    if (types.includes(type)) errors.push(FieldError.duplicate(at.child("type"), type));
    types.push(type);
    return errors;
  });
}

/** What was decided stays, and only those who approve decide. */
function keepConditions(request: JsonObject, old: JsonObject, canDecide: boolean): FieldError[] {
  const count = (object: JsonObject, type: string) =>
    objectsAt(object, "status.conditions").filter((condition) => condition.type === type).length;
  const forbid = (verb: string, type: string) =>
    FieldError.forbidden(conditions, `updates may not ${verb} a condition of type "${type}"`);
  return [
    ...[...decisions, "Failed"]
      .filter((type) => count(request, type) < count(old, type))
      .map((type) => forbid("remove", type)),
    ...decisions
      .filter((type) => !canDecide && count(request, type) > count(old, type))
      .map((type) => forbid("add", type)),
  ];
}

function checkCertificate(request: JsonObject, old: JsonObject): FieldError[] {
  const [text, before] = [textAt(request, "status.certificate"), textAt(old, "status.certificate")];
  const isPem = Buffer.from(text, "base64").toString("latin1").includes("-----BEGIN CERTIFICATE-----");
  return [
    ...(text !== "" && !isPem
      ? [FieldError.invalid(certificate, "<certificate data>", "must contain at least one CERTIFICATE PEM block")]
      : []),
    ...(before !== "" && text !== before
      ? [FieldError.forbidden(certificate, "updates may not modify existing certificate content")]
      : []),
  ];
}
