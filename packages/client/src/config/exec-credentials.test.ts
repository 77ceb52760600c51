/** Credentials that a command gives out: when it runs, what it is told, and what it may do wrong. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestMachine, jane, john, type TestMachineOptions } from "./config-fixture.test.ts";
import type { CommandResult } from "./config-seams.ts";
import { ExecCredentials, type ExecPlugin } from "./exec-credentials.ts";

const apiVersion = "client.authentication.k8s.io/v1";
const plugin: ExecPlugin = {
  apiVersion,
  command: "login",
  args: ["--cluster", "c"],
  env: [],
  installHint: undefined,
  interactiveMode: "Never",
  cluster: undefined,
};

const wrote = (stdout: unknown, stderr = ""): CommandResult => ({
  exitCode: 0,
  stdout: JSON.stringify(stdout),
  stderr,
});
const credential = (status: object) => wrote({ kind: "ExecCredential", apiVersion, status });

function createSource(options: TestMachineOptions, changes: Partial<ExecPlugin> = {}) {
  const machine = createTestMachine(options);
  return { ...machine, source: new ExecCredentials({ ...plugin, ...changes }, 'user "u"', machine.seams) };
}

/** A plugin whose tokens are numbered by its runs. */
function counted(status: object = {}) {
  let runs = 0;
  return async () => credential({ token: `token-${++runs}`, ...status });
}

test("the command runs once for all who wait, and not again while its token is good", async () => {
  const { source, commands, clock } = createSource({ run: counted() });
  const all = await Promise.all(Array.from({ length: 100 }, () => source.get()));
  assert.ok(all.every(({ authorization }) => authorization === "Bearer token-1"));
  await clock.advance(24 * 3_600_000);
  assert.equal((await source.get()).authorization, "Bearer token-1");
  assert.equal(commands.length, 1);
});

test("a token is replaced shortly before it expires", async () => {
  const { source, clock, commands } = createSource({ run: counted({ expirationTimestamp: "2026-01-01T00:10:00Z" }) });
  await source.get();
  await clock.advance(590_000 - 1);
  assert.equal((await source.get()).authorization, "Bearer token-1");
  await clock.advance(1);
  assert.equal((await source.get()).authorization, "Bearer token-2");
  assert.equal(commands.length, 2);
});

test("of a short life no more than a tenth is given up", async () => {
  const { source, clock } = createSource({ run: counted({ expirationTimestamp: "2026-01-01T00:00:10Z" }) });
  await source.get();
  await clock.advance(8_999);
  assert.equal((await source.get()).authorization, "Bearer token-1");
});

test("a refused token makes the command run once more, for all", async () => {
  const { source, commands } = createSource({ run: counted() });
  const first = await source.get();
  for (let request = 0; request < 20; request++) source.refuse(first);
  const again = await Promise.all([source.get(), source.get()]);
  assert.deepEqual(
    again.map(({ authorization }) => authorization),
    ["Bearer token-2", "Bearer token-2"],
  );
  assert.equal(commands.length, 2);
});

test("a server that refuses everything does not make the command run with each request", async () => {
  const { source, commands, clock } = createSource({ run: counted() });
  for (let request = 0; request < 50; request++) source.refuse(await source.get());
  assert.equal(commands.length, 2);
  await clock.advance(10_000);
  source.refuse(await source.get());
  await source.get();
  assert.equal(commands.length, 3);
});

test("a failure is told to all who wait, and the next request tries again", async () => {
  let isBroken = true;
  const { source } = createSource({
    run: async () => (isBroken ? { exitCode: 3, stdout: "", stderr: "no network\n" } : credential({ token: "t" })),
  });
  const results = await Promise.allSettled([source.get(), source.get()]);
  for (const result of results) {
    assert.equal(
      result.status === "rejected" && result.reason.message,
      'user "u", exec login: the command failed with exit code 3: no network',
    );
  }
  isBroken = false;
  assert.equal((await source.get()).authorization, "Bearer t");
});

test("the command gets our environment, its own variables, and what it is asked for", async () => {
  const cluster = { server: "https://s", config: { audience: "a" } };
  const { source, commands } = createSource(
    { run: counted(), environment: { PATH: "/bin", REGION: "old" } },
    { env: [{ name: "REGION", value: "new" }], cluster: async () => cluster },
  );
  await source.get();
  const { environment, args, isInteractive } = commands[0] ?? assert.fail();
  assert.deepEqual(args, ["--cluster", "c"]);
  assert.equal(isInteractive, false);
  assert.equal(environment.PATH, "/bin");
  assert.equal(environment.REGION, "new");
  assert.deepEqual(JSON.parse(environment.KUBERNETES_EXEC_INFO ?? ""), {
    kind: "ExecCredential",
    apiVersion,
    spec: { cluster, interactive: false },
  });
});

test("a command asks somebody where it may and where somebody is", async () => {
  for (const [interactiveMode, hasTerminal, expected] of [
    ["Never", true, false],
    ["IfAvailable", true, true],
    ["IfAvailable", false, false],
    ["Always", true, true],
  ] as const) {
    const { source, commands } = createSource({ run: counted(), hasTerminal }, { interactiveMode });
    await source.get();
    assert.equal(commands[0]?.isInteractive, expected);
    assert.equal(JSON.parse(commands[0]?.environment.KUBERNETES_EXEC_INFO ?? "").spec.interactive, expected);
  }
  const { source, commands } = createSource({ run: counted() }, { interactiveMode: "Always" });
  await assert.rejects(source.get(), { message: /standard input is no terminal$/ });
  assert.equal(commands.length, 0);
});

test("certificates are taken when key and certificate belong together", async () => {
  const status = { clientCertificateData: jane.cert, clientKeyData: jane.key };
  const { source } = createSource({ run: async () => credential(status) });
  const { certificate, authorization } = await source.get();
  assert.equal(certificate?.cert, jane.cert);
  assert.equal(certificate?.key, jane.key);
  assert.equal(authorization, undefined);
  const mixed = createSource({ run: async () => credential({ ...status, clientKeyData: john.key }) });
  await assert.rejects(mixed.source.get(), { message: /the key is not that of the certificate/ });
});

test("answers that are none are refused, and nothing of them is shown", async () => {
  const secret = "hunter2secret";
  for (const [result, expected] of [
    [{ exitCode: 0, stdout: `${secret}`, stderr: "" }, /what it wrote is no JSON object/],
    [wrote([secret]), /what it wrote is no JSON object/],
    [wrote({ kind: "Status", message: secret }), /what it wrote is no ExecCredential/],
    [wrote({ kind: "ExecCredential", apiVersion: `${secret}/v9`, status: {} }), /answered in another version/],
    [wrote({ kind: "ExecCredential", apiVersion, spec: secret }), /answered without a status/],
    [credential({}), /neither a token nor a certificate and its key/],
    [credential({ clientKeyData: secret }), /only one of a certificate and its key/],
    [credential({ token: [secret] }), /status\.token is no text/],
    [credential({ token: `${secret} ${secret}` }), /status\.token is no token/],
    [credential({ token: secret, expirationTimestamp: secret }), /expirationTimestamp is no time/],
    [credential({ clientKeyData: secret, clientCertificateData: secret }), /there is no certificate in it/],
  ] as const) {
    const { source } = createSource({ run: async () => result });
    await assert.rejects(source.get(), (error: Error) => {
      assert.equal(error.name, "CredentialsError");
      assert.match(error.message, expected);
      assert.doesNotMatch(`${error.stack}`, /hunter2/);
      return true;
    });
  }
});

test("what the command says about itself is shown, without what looks secret in it", async () => {
  const stderr = "warning: old version\nAuthorization: Bearer hunter2secret\nhunter2variable\n";
  const { source, said } = createSource(
    { run: async () => ({ exitCode: 1, stdout: "", stderr }) },
    { env: [{ name: "PASS", value: "hunter2variable" }] },
  );
  const error: Error = await source.get().then(
    () => assert.fail("it was taken"),
    (thrown) => thrown,
  );
  assert.match(said.join(""), /warning: old version/);
  assert.match(error.message, /warning: old version/);
  assert.doesNotMatch(said.join("") + error.message, /hunter2/);
});

test("a command that is not there is told with the hint on how to get it, which cannot move the cursor", async () => {
  const run = async () => {
    throw Object.assign(new Error("spawn login ENOENT"), { code: "ENOENT" });
  };
  const hinted = createSource({ run }, { installHint: "brew install login\u001b[2J" });
  await assert.rejects(hinted.source.get(), {
    message: 'user "u", exec login: the command is not there:\n\nbrew install loginU+001B[2J',
  });
  await assert.rejects(createSource({ run }).source.get(), {
    message: /is not there; install it or change the kubeconfig$/,
  });
});

test("a command that does not end is ended", async () => {
  const run = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const { source, clock } = createSource({ run });
  const waiting = assert.rejects(source.get(), { message: /the command did not end within 60 seconds$/ });
  await clock.advance(60_000);
  await waiting;
});

test("a command whose kubeconfig names itself is cut off", async () => {
  const outer = createSource({ run: counted() });
  await outer.source.get();
  const environment = outer.commands[0]?.environment as Record<string, string>;
  const inner = createSource({ run: counted(), environment });
  await assert.rejects(inner.source.get(), {
    message: /asks for them in the same way, without end; give it a kubeconfig of its own$/,
  });
  assert.equal(inner.commands.length, 0);
  const other = createSource({ run: counted(), environment }, { args: ["--other"] });
  assert.equal((await other.source.get()).authorization, "Bearer token-1");
});

test("a chain of commands that are never the same ends too", async () => {
  let environment: Record<string, string> = {};
  const runs = async (depth: number) => {
    const { source, commands } = createSource({ run: counted(), environment }, { args: [String(depth)] });
    await source.get();
    environment = commands[0]?.environment as Record<string, string>;
  };
  for (let depth = 0; depth < 8; depth++) await runs(depth);
  await assert.rejects(runs(8), { message: /without end/ });
});
