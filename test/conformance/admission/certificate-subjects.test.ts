import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";

const client = connect();
after(() => client.close());

/** For `CN=eve, O=system:masters`; its key is forgotten. */
const masters = `-----BEGIN CERTIFICATE REQUEST-----
MIHiMIGJAgEAMCcxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQwwCgYDVQQDDANl
dmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATEetgE0WSEYQXlxEl8ZXPdYp5J
eAJSTkWFMhk0Bl6iNwNReqxDEhB2DCWGN9qdMPjHCqOYNLxNBafrpW9Zq+L2oAAw
CgYIKoZIzj0EAwIDSAAwRQIgU1iDOzX4SAK2UH9qsw0pP5owlvv14ZWJXCyMVpCb
ARMCIQD7F28o3xFMMO3JcFLW5ZB0gpjIpD51AUCzBhRHCMwlmQ==
-----END CERTIFICATE REQUEST-----
`;
/** For `CN=alice, O=developers`. */
const developers = `-----BEGIN CERTIFICATE REQUEST-----
MIHhMIGHAgEAMCUxEzARBgNVBAoMCmRldmVsb3BlcnMxDjAMBgNVBAMMBWFsaWNl
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEASxXFOWstN0KO7BZCkw/MqwldQY7
i0aYCH1Wf+vLk4j75+50Oxs/6UpKcI0NFNwv+lQXuB5ubZlhHMjUQ/+ZV6AAMAoG
CCqGSM49BAMCA0kAMEYCIQDUZk3AlZ3+ZHI+EDNmZoG+8ASa37w/T1Hdp7O/kJni
9AIhAIlLWDC43z3nj58f6KlLa17tNAu6mmmUT1Qn9ClXFL4v
-----END CERTIFICATE REQUEST-----
`;

const clients = "kubernetes.io/kube-apiserver-client";
const ask = (name: string, pem: string, signerName: string) => {
  const spec = { request: Buffer.from(pem).toString("base64"), signerName, usages: ["client auth"] };
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  return client.create(path, { metadata: { name }, spec }, { dryRun: "All" });
};

describe("requests to the cluster's signer for clients", { concurrency: 8 }, () => {
  test("are refused for its masters", async () => {
    const name = uniqueName("request");
    assertStatus(
      await ask(name, masters, clients),
      403,
      "Forbidden",
      `certificatesigningrequests.certificates.k8s.io "${name}" is forbidden: use of ${clients} signer with system:masters group is not allowed`,
    );
  });

  test("are taken for other groups, and other signers take all", async () => {
    assertAnswer(await ask(uniqueName("request"), developers, clients), 201);
    assertAnswer(await ask(uniqueName("request"), masters, "example.com/signer"), 201);
  });
});
