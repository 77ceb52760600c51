import assert from "node:assert/strict";
import { test } from "node:test";
import type { Container, Pod } from "@pintle/kinds";
import { programOf } from "./container-program.ts";
import { simulateCommand } from "./simulated-command.ts";

const around = { hostname: "web", environment: [["A", "1"]] as const, input: "in" };
const run = (...argv: string[]) => simulateCommand(argv, around);
const shell = (script: string) => run("sh", "-c", script);

test("commands say what they would say", () => {
  assert.deepEqual(run("echo", "a", "b"), { output: "a b\n", exitCode: 0, ms: 0 });
  assert.equal(run("/bin/echo", "-n", "a")?.output, "a");
  assert.equal(run("cat")?.output, "in");
  assert.equal(run("hostname")?.output, "web\n");
  assert.equal(run("env")?.output, "A=1\n");
  assert.deepEqual(run("false"), { output: "", exitCode: 1, ms: 0 });
});

test("sleep takes as long as it says", () => {
  assert.equal(run("sleep", "5")?.ms, 5_000);
  assert.equal(run("sleep", "0.5")?.ms, 500);
  assert.equal(run("sleep", "2m")?.ms, 120_000);
  assert.equal(run("sleep", "infinity")?.ms, Number.POSITIVE_INFINITY);
  assert.equal(run("sleep", "x"), undefined);
});

test("a shell runs one command after the other", () => {
  assert.deepEqual(shell("echo one; sleep 2 && echo 'two three'\nexit 3; echo never"), {
    output: "one\ntwo three\n",
    exitCode: 3,
    ms: 2_000,
  });
  assert.equal(shell("echo a'b c'\"d\" e")?.output, "ab cd e\n");
  assert.equal(shell("false && echo no")?.output, "");
  assert.equal(shell("false || echo yes")?.output, "yes\n");
  assert.equal(shell('true || echo no; echo "so"')?.output, "so\n");
  assert.deepEqual(shell(""), { output: "", exitCode: 0, ms: 0 });
});

test("what is not known is not guessed", () => {
  for (const script of [
    "ls",
    "echo $A",
    "echo a > b",
    "while true; do :; done",
    "echo `date`",
    "echo a | cat",
    'echo "open',
  ]) {
    assert.equal(shell(script), undefined, script);
  }
  assert.equal(run("nginx"), undefined);
  assert.equal(run(), undefined);
  assert.equal(run("bash"), undefined);
});

test("a long script is read in linear time", () => {
  assert.equal(shell(`${"echo a;".repeat(20_000)}exit 2`)?.exitCode, 2);
  assert.equal(shell(`${" ".repeat(100_000)}(`), undefined);
});

const pod = (restartPolicy: string, annotations = {}) =>
  ({ metadata: { name: "web", annotations }, spec: { restartPolicy, containers: [] } }) as unknown as Pod;
const container: Container = { name: "main", image: "shop:1" };

test("a container of an unknown program runs for ever where it is restarted always, and succeeds elsewhere", () => {
  assert.equal(programOf(pod("Always"), container, "main", []).ms, Number.POSITIVE_INFINITY);
  assert.deepEqual(programOf(pod("Never"), container, "main", []), { output: "", exitCode: 0, ms: 1_000 });
  assert.equal(programOf(pod("Always"), container, "init", []).ms, 0);
  assert.equal(programOf(pod("Never"), container, "sidecar", []).ms, Number.POSITIVE_INFINITY);
});

test("annotations that cannot be read say nothing", () => {
  const odd = { "pintle.dev/exit-code": "many", "pintle.dev/exit-after": "soon" };
  assert.equal(programOf(pod("Always", odd), container, "main", []).ms, Number.POSITIVE_INFINITY);
});
