import assert from "node:assert/strict";
import { test } from "node:test";
import { flagDescriptions, readProgramFlags } from "./program-flags.ts";
import { programHelp } from "./program-help.ts";
import { FlagError } from "./read-switch.ts";

const usual = {
  ...{ help: false, kubeconfig: undefined, context: undefined, metricsBindAddress: "0", metricsSecure: true },
  ...{
    healthProbeBindAddress: ":8081",
    leaderElect: false,
    leaderElectionId: undefined,
    leaderElectionNamespace: undefined,
  },
  ...{ webhookPort: 9443, webhookCertPath: undefined, webhookUrlHost: undefined, webhooks: true, install: false },
  ...{ namespaces: undefined, logLevel: "info", logFormat: "console", name: undefined },
};

test("a program that is told nothing does what kubebuilder's do", () => {
  assert.deepEqual(readProgramFlags([], {}), usual);
});

test("flags are written with one dash or two, apart by a space or an equals sign", () => {
  const expected = { ...usual, kubeconfig: "/a/b", leaderElect: true, metricsBindAddress: ":8443" };
  for (const args of [
    ["--kubeconfig", "/a/b", "--leader-elect", "--metrics-bind-address=:8443"],
    ["-kubeconfig=/a/b", "-leader-elect=true", "-metrics-bind-address", ":8443"],
    ["--leader-elect=false", "--kubeconfig=/x", "--leader-elect", "--kubeconfig=/a/b", "--metrics-bind-address=:8443"],
  ]) {
    assert.deepEqual(readProgramFlags(args, {}), expected);
  }
});

test("what is on can be switched off", () => {
  assert.equal(readProgramFlags(["--metrics-secure=false"], {}).metricsSecure, false);
  assert.equal(readProgramFlags([], { ENABLE_WEBHOOKS: "false" }).webhooks, false);
  assert.equal(readProgramFlags([], { ENABLE_WEBHOOKS: "" }).webhooks, true);
});

test("everything else has its place, too", () => {
  const args = [
    ...[
      "--context=east",
      "--health-probe-bind-address=0",
      "--leader-election-id=boxes",
      "--leader-election-namespace=system",
    ],
    ...["--webhook-port=0", "--webhook-cert-path=/certs", "--webhook-url-host=10.0.0.7", "--install"],
    ...["--log-level=debug", "--log-format=json"],
  ];
  assert.deepEqual(readProgramFlags(args, { OPERATOR_NAME: "boxes" }), {
    ...{
      ...usual,
      context: "east",
      healthProbeBindAddress: "0",
      leaderElectionId: "boxes",
      leaderElectionNamespace: "system",
    },
    ...{ webhookPort: 0, webhookCertPath: "/certs", webhookUrlHost: "10.0.0.7", install: true },
    ...{ logLevel: "debug", logFormat: "json", name: "boxes" },
  });
});

test("namespaces come from flags or, where there are none, from the environment", () => {
  assert.deepEqual(readProgramFlags(["--namespace=a,b", "--namespace", "c,a"], {}).namespaces, ["a", "b", "c"]);
  assert.deepEqual(readProgramFlags([], { WATCH_NAMESPACE: "a, b" }).namespaces, ["a", "b"]);
  assert.deepEqual(readProgramFlags(["--namespace=c"], { WATCH_NAMESPACE: "a" }).namespaces, ["c"]);
  assert.equal(readProgramFlags([], { WATCH_NAMESPACE: "" }).namespaces, undefined);
});

test("a host is a name or an address of either sort", () => {
  for (const host of ["localhost", "host.docker.internal", "10.0.0.7"]) {
    assert.equal(readProgramFlags([`--webhook-url-host=${host}`], {}).webhookUrlHost, host);
  }
  assert.equal(readProgramFlags(["--webhook-url-host=::1"], {}).webhookUrlHost, "::1");
  assert.equal(readProgramFlags(["--webhook-url-host=[::1]"], {}).webhookUrlHost, "::1");
});

for (const [args, expected] of [
  [["--leader-elec"], "unknown flag --leader-elec: see --help"],
  [["--constructor"], "unknown flag --constructor: see --help"],
  [["-x"], "unknown flag -x: see --help"],
  [["start"], 'unexpected argument "start": see --help'],
  [["--", "start"], 'unexpected argument "start": see --help'],
  [["--kubeconfig"], "--kubeconfig needs a value: see --help"],
  [["--leader-elect=maybe"], '--leader-elect is true or false, not "maybe"'],
  [["--webhook-port=http"], '--webhook-port is a number from 0 to 65535, not "http"'],
  [["--webhook-port=65536"], '--webhook-port is a number from 0 to 65535, not "65536"'],
  [["--log-level=loud"], '--log-level is info, debug, warn or error, not "loud"'],
  [["--log-format=xml"], '--log-format is console or json, not "xml"'],
  [
    ["--webhook-url-host=https://a"],
    '--webhook-url-host is a name or an address without port and path, not "https://a"',
  ],
  [["--webhook-url-host=a:9443"], '--webhook-url-host is a name or an address without port and path, not "a:9443"'],
  [["--namespace=A_B"], /^"A_B" is no namespace: /],
  [["--metrics-bind-address=8080"], /^--metrics-bind-address: "8080" is no address to listen on: /],
  [["--health-probe-bind-address=:99999"], /^--health-probe-bind-address: ":99999" is no address to listen on: /],
] as const) {
  test(`${args.join(" ")} is refused in one line`, () => {
    assert.throws(
      () => readProgramFlags(args, {}),
      (error: unknown) => {
        assert.ok(error instanceof FlagError);
        assert.ok(!error.message.includes("\n"));
        if (typeof expected === "string") assert.equal(error.message, expected);
        else assert.match(error.message, expected);
        return true;
      },
    );
  });
}

test("a wrong word in the environment is refused as well", () => {
  assert.throws(() => readProgramFlags([], { ENABLE_WEBHOOKS: "no" }), {
    message: 'ENABLE_WEBHOOKS is true or false, not "no"',
  });
});

test("the help names every flag, and -h asks for it", () => {
  assert.equal(readProgramFlags(["-h"], {}).help, true);
  for (const name of Object.keys(flagDescriptions)) assert.match(programHelp(), new RegExp(`^ {2}--${name}( |$)`, "m"));
  for (const line of programHelp().split("\n")) assert.ok(line.length <= 140, line);
});
