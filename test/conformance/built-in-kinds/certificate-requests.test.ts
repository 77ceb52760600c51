import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, dryRun, type Made, make } from "./objects.ts";

const client = connect();
after(() => client.close());

const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
/** For `CN=alice, O=developers`; its key is forgotten. */
const pem = `-----BEGIN CERTIFICATE REQUEST-----
MIHhMIGHAgEAMCUxEzARBgNVBAoMCmRldmVsb3BlcnMxDjAMBgNVBAMMBWFsaWNl
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEASxXFOWstN0KO7BZCkw/MqwldQY7
i0aYCH1Wf+vLk4j75+50Oxs/6UpKcI0NFNwv+lQXuB5ubZlhHMjUQ/+ZV6AAMAoG
CCqGSM49BAMCA0kAMEYCIQDUZk3AlZ3+ZHI+EDNmZoG+8ASa37w/T1Hdp7O/kJni
9AIhAIlLWDC43z3nj58f6KlLa17tNAu6mmmUT1Qn9ClXFL4v
-----END CERTIFICATE REQUEST-----
`;
const request = Buffer.from(pem).toString("base64");
const spec = { request, signerName: "example.com/signer", usages: ["client auth"] };
const change = (path: string, body: Json) => client.patch("merge", path, body);

async function during(check: (made: Made) => Promise<void>, content: Json = { spec }): Promise<void> {
  const made = await make(client, requests, content);
  try {
    await check(made);
  } finally {
    await client.delete(made.path);
  }
}

const approved = { type: "Approved", status: "True", reason: "Known", message: "We know her." };
const approve = (path: string, conditions: Json[] = [approved]) =>
  change(`${path}/approval`, { status: { conditions } });

test("a request carries who makes it, whatever it says itself", async () => {
  const lies = { username: "root", groups: ["system:masters"], uid: "0", extra: { a: ["b"] } };
  await during(
    async ({ body }) => {
      assert.deepEqual(body.spec, {
        ...spec,
        username: "admin",
        uid: "admin",
        groups: ["system:masters", "system:authenticated"],
      });
      assert.deepEqual(body.status, {});
    },
    { spec: { ...spec, ...lies }, status: { certificate: "YQ==" } },
  );
});

test("a request is a readable one, for known usages, with a signer", async () => {
  const refused = async (changes: Json, ...problems: string[]) => {
    const answer = await client.create(requests, { metadata: { name: "a" }, spec: { ...spec, ...changes } }, dryRun);
    assertInvalid(answer, 'CertificateSigningRequest.certificates.k8s.io "a"', ...problems);
  };
  await refused({ usages: [] }, "spec.usages: Required value");
  await refused(
    { usages: ["client auth", "x"] },
    'spec.usages[1]: Unsupported value: "x": supported values: "any", "cert sign", "client auth", "code signing", ' +
      '"content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", ' +
      '"encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", ' +
      '"microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"',
  );
  await refused({ request: "YQ==" }, 'spec.request: Invalid value: "YQ==": PEM block type must be CERTIFICATE REQUEST');
  await refused(
    { signerName: "signer" },
    "spec.signerName: Invalid value: \"signer\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
  );
});

test("a request's specification stays", async () => {
  await during(async ({ path }) => {
    assertAnswer(await change(path, { spec: { signerName: "example.com/other" } }), 200, { spec });
  });
});

test("a request is approved through a path of its own, and nowhere else", async () => {
  await during(async ({ name, path }) => {
    const ignored = await change(path, { status: { conditions: [approved] } });
    assertAnswer(ignored, 200, { status: { conditions: undefined } });
    assertInvalid(
      await change(`${path}/status`, { status: { conditions: [approved] } }),
      `CertificateSigningRequest.certificates.k8s.io "${name}"`,
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    );
    const answer = await approve(path);
    assertAnswer(answer, 200, {
      status: { conditions: [{ ...approved, lastUpdateTime: /Z$/, lastTransitionTime: /Z$/ }] },
    });
  });
});

test("approving writes no certificate", async () => {
  await during(async ({ path }) => {
    const status = { conditions: [approved], certificate: "YQ==" };
    assertAnswer(await change(`${path}/approval`, { status }), 200, { status: { certificate: undefined } });
  });
});

test("an approval is for ever, and excludes a denial", async () => {
  await during(async ({ name, path }) => {
    assertAnswer(await approve(path), 200);
    const subject = `CertificateSigningRequest.certificates.k8s.io "${name}"`;
    assertInvalid(
      await approve(path, []),
      subject,
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    );
    assertInvalid(
      await approve(path, [approved, { type: "Denied", status: "True" }]),
      subject,
      'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    );
  });
});

test("approvals and denials are true", async () => {
  await during(async ({ name, path }) => {
    assertInvalid(
      await approve(path, [{ type: "Approved", status: "False" }]),
      `CertificateSigningRequest.certificates.k8s.io "${name}"`,
      'status.conditions[0].status: Unsupported value: "False": supported values: "True"',
    );
  });
});

test("a certificate is put into the status, once", async () => {
  await during(async ({ name, path }) => {
    const subject = `CertificateSigningRequest.certificates.k8s.io "${name}"`;
    const sign = (certificate: string | null) => change(`${path}/status`, { status: { certificate } });
    assertInvalid(
      await sign("YQ=="),
      subject,
      'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
    );
    const certificate = Buffer.from(client.server.clientCa.cert).toString("base64");
    assertAnswer(await sign(certificate), 200, { status: { certificate } });
    assertInvalid(
      await sign(null),
      subject,
      "status.certificate: Forbidden: updates may not modify existing certificate content",
    );
  });
});
