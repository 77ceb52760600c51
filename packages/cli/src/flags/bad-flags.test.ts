import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import * as plane from "@pintle/controlplane";
import { createProgram } from "../program.ts";
import { runProgram } from "../run-program.ts";
import { maxNodes, profiles } from "./up-flags.ts";

const folder = mkdtempSync(`${tmpdir()}/pintle-flags-`);
const place = ["--data-dir", `${folder}/data`];

/** A file with that content. */
function file(name: string, content: string): string {
  writeFileSync(`${folder}/${name}`, content);
  return `${folder}/${name}`;
}

const garbage = file("garbage", "no such thing\n");
const pem = file("bad.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
const short = file("short.csv", 'good,ann,1,"a,b"\nbad,bob\n');
const bare = file("bare.csv", 'a,b"c,d\n');
const open = file("open.csv", 'a,"b,c\n');
const behind = file("behind.csv", 'a,"b"c,d\n');
const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";
const levelless = file("policy.yaml", `${head}rules:\n- level: Loud\n`);
const policy = file("good-policy.yaml", `${head}rules:\n- level: Metadata\n`);
const insecure = { clusters: [{ name: "a", cluster: { server: "https://a/b", "insecure-skip-tls-verify": true } }] };
const user = { "client-certificate-data": Buffer.from("x").toString("base64") };
const half = { clusters: [{ name: "a", cluster: { server: "https://a/b" } }], users: [{ name: "u", user }] };
const configs = {
  empty: file("empty.yaml", ""),
  noYaml: file("no.yaml", "clusters:\n- name: [a\n"),
  noCluster: file("cluster.yaml", "users: []\n"),
  plain: file("plain.yaml", "clusters: [{name: a, cluster: {server: 'http://a'}}]\n"),
  insecure: file("insecure.yaml", JSON.stringify(insecure)),
  half: file("half.yaml", JSON.stringify(half)),
  absent: file(
    "absent.yaml",
    "clusters: [{name: a, cluster: {server: 'https://a', certificate-authority: none.pem}}]\n",
  ),
  noContext: file("context.yaml", "current-context: x\nclusters: [{name: a, cluster: {server: 'https://a'}}]\n"),
};
const stages = {
  misspelt: file(
    "misspelt.yaml",
    "stages:\n- {name: slow, selector: {moment: Running}, delay: {seconds: 5}, next: {}}\n",
  ),
  text: file("text.json", '"stages"'),
};
const tokens = "--authentication-token-webhook-config-file";
const reviews = "--authorization-webhook-config-file";

for (const [args, line] of [
  [
    ["--authorization-mode", "Node"],
    '--authorization-mode knows no "Node": write one of AlwaysAllow, AlwaysDeny, RBAC, Webhook',
  ],
  [["--authorization-mode=RBAC,RBAC"], "--authorization-mode names RBAC more than once: write it once"],
  [["--authorization-mode="], '--authorization-mode knows no "": write one of AlwaysAllow, AlwaysDeny, RBAC, Webhook'],
  [["--authorization-mode=Webhook"], `--authorization-mode Webhook needs a webhook: name one with ${reviews}`],
  [[reviews, garbage], `${reviews} is asked by nobody: add Webhook to --authorization-mode`],
  [["--kubelet-config", "/no/such"], "--kubelet-config /no/such: it cannot be read (ENOENT), name a file that can"],
  [["--kubelet-config", stages.text], `--kubelet-config ${stages.text}: it must be an object, not "stages"`],
  [
    ["--kubelet-config", stages.misspelt],
    `--kubelet-config ${stages.misspelt}: stages[0].delay must be an object with one of ms, until, not {"seconds":5}`,
  ],
  [
    ["--kubelet-config", stages.text, "--nodes", "0"],
    "--kubelet-config means nothing without nodes: leave it out, or choose --profile workloads and --nodes",
  ],
  [["--client-ca-file", "/no/such"], "--client-ca-file /no/such: it cannot be read (ENOENT), name a file that can"],
  [["--client-ca-file", folder], `--client-ca-file ${folder}: it cannot be read (EISDIR), name a file that can`],
  [["--client-ca-file", "/dev/zero"], "--client-ca-file /dev/zero: it is larger than 4194304 bytes, name another"],
  [["--client-ca-file", garbage], `--client-ca-file ${garbage}: it holds no certificate, write PEM`],
  [["--client-ca-file", pem], `--client-ca-file ${pem}: certificate 1 cannot be read, write PEM`],
  [
    ["--requestheader-client-ca-file", garbage],
    `--requestheader-client-ca-file ${garbage}: it holds no certificate, write PEM`,
  ],
  [
    ["--requestheader-allowed-names=a"],
    "--requestheader-allowed-names means nothing without an authority: name one with --requestheader-client-ca-file",
  ],
  [
    ["--requestheader-group-headers=X-Group"],
    '--requestheader-group-headers takes X-Remote-Group alone, not "X-Group"',
  ],
  [
    ["--token-auth-file", short],
    `--token-auth-file ${short}: line 2 has 2 columns, write token,user,uid,"group1,group2"`,
  ],
  [
    ["--token-auth-file", bare],
    `--token-auth-file ${bare}: line 1 has a " inside a field that is not in quotes, write token,user,uid,"group1,group2"`,
  ],
  [
    ["--token-auth-file", open],
    `--token-auth-file ${open}: line 1 has a " that is never closed, write token,user,uid,"group1,group2"`,
  ],
  [
    ["--token-auth-file", behind],
    `--token-auth-file ${behind}: line 1 has something behind a closing ", write token,user,uid,"group1,group2"`,
  ],
  [["--nodes=many"], '--nodes takes a whole number from 0 to 3000, not "many"'],
  [["--nodes=3001"], '--nodes takes a whole number from 0 to 3000, not "3001"'],
  [
    ["--profile=core", "--nodes=2"],
    "--nodes means nothing in the profile core: leave it out, or choose --profile workloads",
  ],
  [["--storage=tape"], '--storage knows no "tape": write one of memory'],
  [
    ["--service-cluster-ip-range=10.0.0.0/30"],
    'serviceClusterIpRange (--service-cluster-ip-range) takes one IPv4 range of 8 addresses or more, such as 10.0.0.0/24, not "10.0.0.0/30"',
  ],
  [["--bind=6443"], '--bind takes HOST:PORT, such as 127.0.0.1:6443, not "6443"'],
  [["--bind=127.0.0.1:70000"], '--bind takes HOST:PORT, such as 127.0.0.1:6443, not "127.0.0.1:70000"'],
  [
    ["--kubeconfig", folder],
    `the kubeconfig ${folder} cannot be written (EISDIR): choose another place with --kubeconfig`,
  ],
  [["--anonymous-auth=maybe"], '--anonymous-auth takes true or false, not "maybe"'],
  [["--service-account-issuer", "://x"], '--service-account-issuer takes a URL or a name without colons, not "://x"'],
  [["--service-account-issuer="], '--service-account-issuer takes a URL or a name without colons, not ""'],
  [
    ["--service-account-signing-key-file", garbage],
    `--service-account-signing-key-file ${garbage}: it holds no private key, write PEM of an RSA or ECDSA key`,
  ],
  [
    ["--service-account-key-file", garbage],
    `--service-account-key-file ${garbage}: it holds no key to believe by, write PEM of an RSA or ECDSA key`,
  ],
  [["--audit-log-path=-"], "--audit-log-path writes nothing without a policy: name one with --audit-policy-file"],
  [["--audit-policy-file", policy], "--audit-policy-file needs a log: name one with --audit-log-path, - for stdout"],
  [
    ["--audit-policy-file", levelless, "--audit-log-path=-"],
    `--audit-policy-file ${levelless}: rules[0].level: Unsupported value: "Loud": supported values: "None", "Metadata", "Request", "RequestResponse"`,
  ],
  [
    ["--audit-policy-file", policy, "--audit-log-path", folder],
    `--audit-log-path ${folder}: it cannot be written (EISDIR), name a file that can`,
  ],
  [
    ["--audit-policy-file", policy, "--audit-log-path", `${folder}/log`, "--audit-log-maxsize=big"],
    '--audit-log-maxsize takes a whole number, such as 10, not "big"',
  ],
  [[tokens, configs.empty], `${tokens} ${configs.empty}: it is no kubeconfig, write one with clusters and users`],
  [[tokens, configs.noCluster], `${tokens} ${configs.noCluster}: it has no cluster, write one with the server's URL`],
  [[tokens, configs.plain], `${tokens} ${configs.plain}: the server "http://a" is no https URL, write one`],
  [
    [tokens, configs.insecure],
    `${tokens} ${configs.insecure}: insecure-skip-tls-verify is not taken, write the certificate-authority instead`,
  ],
  [
    [tokens, configs.half],
    `${tokens} ${configs.half}: a client-certificate and a client-key go together, write both or none`,
  ],
  [
    [tokens, configs.absent],
    `${tokens} ${configs.absent}, certificate-authority ${folder}/none.pem: it cannot be read (ENOENT), name a file that can`,
  ],
  [[tokens, configs.noContext], `${tokens} ${configs.noContext}: there is no context "x" in its contexts`],
  [
    [tokens, configs.plain, "--authentication-token-webhook-version=v2"],
    '--authentication-token-webhook-version knows no "v2": write one of v1, v1beta1',
  ],
  [
    [tokens, configs.plain, "--authentication-token-webhook-cache-ttl=soon"],
    '--authentication-token-webhook-cache-ttl takes a duration, such as 2m30s, not "soon"',
  ],
] as const) {
  test(`pintle up ${args.join(" ").replaceAll(folder, "…")} is one line that names the flag and the remedy, and 2`, async () => {
    const lines: string[] = [];
    assert.equal(await runProgram(createProgram(), ["up", ...place, ...args], (text) => lines.push(text)), 2);
    assert.deepEqual(lines, [line]);
  });
}

test("a kubeconfig that is no YAML is refused with its line", async () => {
  const lines: string[] = [];
  const args = ["up", ...place, tokens, configs.noYaml];
  assert.equal(await runProgram(createProgram(), args, (text) => lines.push(text)), 2);
  assert.match(lines.join(), /^--authentication-token-webhook-config-file \S+no\.yaml: line \d+ is no YAML: /);
});

test("what the help says of profiles and nodes without loading the plane is what the plane knows", () => {
  assert.deepEqual([...profiles].sort(), [...plane.profiles].sort());
  assert.equal(maxNodes, plane.maxNodes);
});
