/** Requests for certificates: readable ones, for known usages, decided once and answered once. */
import { Buffer } from "node:buffer";
import { FieldError, fieldPath, getOwn, type JsonObject } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOf } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const conditions = fieldPath("status", "conditions");
const certificate = fieldPath("status", "certificate");
const leastSeconds = 600;

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
  const isRequest = text.includes("-----BEGIN CERTIFICATE REQUEST-----");
  const given = textsAt(spec, "usages");
  const seconds = numberAt(spec, "expirationSeconds");
  const unreadable = "PEM block type must be CERTIFICATE REQUEST";
  return [
    ...(isRequest ? [] : [FieldError.invalid(path.child("request"), getOwn(spec, "request") ?? null, unreadable)]),
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

function checkSigner(name: string): FieldError[] {
  const at = path.child("signerName");
  if (name === "") return [FieldError.required(at, "")];
  if (name === "kubernetes.io/legacy-unknown") {
    return [FieldError.invalid(at, name, "the legacy signerName is not allowed via this API version")];
  }
  if (/^[^/]+\.[^/]+\/[^/]+$/.test(name)) return [];
  return [
    FieldError.invalid(at, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'"),
  ];
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
