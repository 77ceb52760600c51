import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { AccessQuestion, Authorizer } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { type AskedWrite, attributesOf, certificateRequestOf, refusalOf } from "../admission-fixture.test.ts";
import { createCertificateApproval, createCertificateSigning } from "./certificate-approval.ts";
import { certificateSubjectRestriction } from "./certificate-subject-restriction.ts";

const requests = { group: "certificates.k8s.io", resource: "certificatesigningrequests" };
const stored: JsonObject = { spec: { signerName: "example.com/one" }, status: {} };

/** Allows what is listed as `verb name`, and notes all questions. */
function authorizerFor(...allowed: readonly string[]): { authorizer: Authorizer; asked: AccessQuestion[] } {
  const asked: AccessQuestion[] = [];
  const authorizer: Authorizer = async (question) => {
    asked.push(question);
    const { verb, name } = question.request;
    return { decision: allowed.includes(`${verb} ${name}`) ? "allow" : "no-opinion" };
  };
  return { authorizer, asked };
}

async function approve(allowed: readonly string[], object: JsonObject = stored, write: AskedWrite = {}) {
  const plugin = createCertificateApproval(authorizerFor(...allowed).authorizer);
  const update = { ...requests, operation: "UPDATE", subresource: "approval", old: stored, ...write } as const;
  return refusalOf(plugin.validate?.(attributesOf(object, update)));
}

const noApproval =
  'certificatesigningrequests.certificates.k8s.io "a" is forbidden: user not permitted to approve requests with signerName "example.com/one"';

test("who approves needs the right to it for the signer, or for all of its domain", async () => {
  assert.equal(await approve([]), noApproval);
  assert.equal(await approve(["approve example.com/one"]), undefined);
  assert.equal(await approve(["approve example.com/*"]), undefined);
  assert.equal(await approve(["sign example.com/one", "approve example.com/two", "approve example.org/*"]), noApproval);
});

test("the signer is that of the request that is stored, whatever the new one says", async () => {
  const other = { spec: { signerName: "example.com/mine" } };
  assert.equal(await approve(["approve example.com/mine"], other), noApproval);
  assert.equal(await approve(["approve example.com/one"], other), undefined);
});

test("the question is about signers, at the cluster scope", async () => {
  const { authorizer, asked } = authorizerFor();
  const update = { ...requests, operation: "UPDATE", subresource: "approval", old: stored } as const;
  await refusalOf(createCertificateApproval(authorizer).validate?.(attributesOf(stored, update)));
  const [first] = asked;
  assert.ok(first);
  const { verb, group, version, resource, subresource, namespace, name, isResource } = first.request;
  assert.deepEqual(
    { verb, group, version, resource, subresource, namespace, name, isResource, user: first.user.name },
    {
      verb: "approve",
      group: "certificates.k8s.io",
      version: "*",
      resource: "signers",
      subresource: "",
      namespace: "",
      name: "example.com/one",
      isResource: true,
      user: "jane",
    },
  );
});

test("other subresources, kinds and writes need no such right", async () => {
  assert.equal(await approve([], stored, { subresource: "" }), undefined);
  assert.equal(await approve([], stored, { subresource: "status" }), undefined);
  assert.equal(await approve([], stored, { group: "example.com" }), undefined);
  assert.equal(await approve([], stored, { operation: "CREATE" }), undefined);
});

test("who changes the certificate or the conditions needs the right to sign", async () => {
  const sign = (allowed: readonly string[], status: JsonObject) => {
    const update = { ...requests, operation: "UPDATE", subresource: "status", old: stored } as const;
    const plugin = createCertificateSigning(authorizerFor(...allowed).authorizer);
    return refusalOf(plugin.validate?.(attributesOf({ ...stored, status }, update)));
  };
  const refused = noApproval.replace("approve", "sign");
  assert.equal(await sign([], { certificate: "AA==" }), refused);
  assert.equal(await sign([], { conditions: [{ type: "Failed", status: "True" }] }), refused);
  assert.equal(await sign([], {}), undefined);
  assert.equal(await sign(["sign example.com/*"], { certificate: "AA==" }), undefined);
  assert.equal(await sign(["approve example.com/one"], { certificate: "AA==" }), refused);
});

test("nobody asks the cluster's signer for a certificate of its masters, nor for one that cannot be read", async () => {
  const ask = (request: string, signerName: string, write: AskedWrite = {}) => {
    const spec = { signerName, request: Buffer.from(request).toString("base64") };
    const asked = attributesOf({ spec }, { ...requests, ...write });
    return refusalOf(certificateSubjectRestriction.validate?.(asked));
  };
  const clients = "kubernetes.io/kube-apiserver-client";
  const prefix = 'certificatesigningrequests.certificates.k8s.io "a" is forbidden: ';
  assert.match(
    (await ask(certificateRequestOf("organization", "system:masters").replace("M", "N"), clients)) ?? "",
    /is forbidden: failed to parse CSR: /,
  );
  assert.equal(
    await ask(certificateRequestOf("organization", "system:masters"), clients),
    `${prefix}use of ${clients} signer with system:masters group is not allowed`,
  );
  assert.equal(await ask(certificateRequestOf("organization", "developers"), clients), undefined);
  assert.equal(
    await ask(certificateRequestOf("organization", "system:masters"), "kubernetes.io/kubelet-serving"),
    undefined,
  );
  assert.equal(
    await ask(certificateRequestOf("organization", "system:masters"), clients, { operation: "UPDATE" }),
    undefined,
  );
});
