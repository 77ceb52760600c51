import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CustomCall, ServerRequest, ServerResponse } from "@pintle/apiserver";
import type { ContainerStatus, Pod } from "@pintle/kinds";
import { ApiError, createVirtualClock } from "@pintle/machinery";
import { clientFrame, endOfInput, hear, input, socketOf, switchRequest } from "./channel-client.test.ts";
import { createPodConsole } from "./pod-console.ts";

const startedAt = "2026-01-01T00:00:00Z";
const podOf = (state: object, command: readonly string[] = [], lastState: object = {}): Pod =>
  ({
    metadata: { name: "web", namespace: "shop", uid: "1" },
    spec: { containers: [{ name: "main", image: "shop:1", command, env: [{ name: "A", value: "1" }] }] },
    status: { containerStatuses: [{ name: "main", state, lastState }] },
  }) as unknown as Pod;
const running = podOf({ running: { startedAt } }, ["sh", "-c", "echo one; echo two; sleep infinity"]);
const callOf = (query: string) => ({ query: new URLSearchParams(query) }) as unknown as CustomCall;
const plain = { headers: {}, signal: new AbortController().signal } as unknown as ServerRequest;

function consoleOf(now: Pod | undefined = running) {
  const clock = createVirtualClock();
  const images = [{ name: "loud:*", output: "started\n" }];
  return { clock, console: createPodConsole({ clock, images, findPod: async () => now }) };
}

const exec = (query: string, pod = running, request = switchRequest()) =>
  consoleOf().console.exec(callOf(query), request, pod, "main");

async function textOf({ body }: ServerResponse): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("the log of a simulated pod", () => {
  const log = (query: string, pod = running) => textOf(consoleOf().console.log(callOf(query), plain, pod, "main"));

  test("is what its command writes, cut as it was asked for", async () => {
    assert.equal(await log(""), "one\ntwo\n");
    assert.equal(await log("tailLines=1"), "two\n");
    assert.equal(await log("tailLines=0"), "");
    assert.equal(await log("limitBytes=5"), "one\nt");
    assert.equal(await log("timestamps=true&tailLines=1"), "2026-01-01T00:00:00.000000000Z two\n");
    assert.equal(await log("sinceTime=2026-01-02T00:00:00Z"), "");
    assert.equal(await log("sinceSeconds=3600"), "one\ntwo\n");
  });

  test("is what its image says where the command says nothing", async () => {
    const loud = { ...running, spec: { containers: [{ name: "main", image: "loud:1" }] } } as Pod;
    assert.equal(await log("", loud), "started\n");
  });

  test("of the run before is there where there was one", async () => {
    const again = podOf({ waiting: { reason: "CrashLoopBackOff" } }, ["echo", "a"], { terminated: { startedAt } });
    assert.equal(await log("previous=true", again), "a\n");
    assert.equal(await log("", again), "a\n");
    await assert.rejects(
      async () => log("previous=true"),
      /previous terminated container "main" in pod "web" not found/,
    );
  });

  test("is refused while the container waits, with the reason", async () => {
    const reasons = { ContainerCreating: "ContainerCreating", ImagePullBackOff: "trying and failing to pull image" };
    for (const [reason, told] of Object.entries(reasons)) {
      const message = `container "main" in pod "web" is waiting to start: ${told}`;
      await assert.rejects(
        async () => log("", podOf({ waiting: { reason } })),
        (error: unknown) => ApiError.is(error, "BadRequest") && error.message === message,
      );
    }
  });

  test("is followed until the container ends", async () => {
    const { clock, console } = consoleOf(podOf({ terminated: { exitCode: 0, startedAt } }));
    const text = textOf(console.log(callOf("follow=true"), plain, running, "main"));
    await clock.advance(1_000);
    assert.equal(await text, "one\ntwo\n");
  });

  test("is followed until the container ends although another runs in its place at once", async () => {
    const withId = (containerID: string): Pod => ({
      ...running,
      status: { containerStatuses: [{ ...(running.status?.containerStatuses?.[0] as ContainerStatus), containerID }] },
    });
    const { clock, console } = consoleOf(withId("second"));
    const text = textOf(console.log(callOf("follow=true"), plain, withId("first"), "main"));
    await clock.advance(1_000);
    assert.equal(await text, "one\ntwo\n");
  });

  test("is followed no more when nobody listens", async () => {
    const { clock, console } = consoleOf();
    const gone = new AbortController();
    const text = textOf(console.log(callOf("follow=1"), { ...plain, signal: gone.signal }, running, "main"));
    const ended = assert.rejects(text, /gone/);
    await clock.advance(2_000);
    gone.abort(new Error("gone"));
    await ended;
  });
});

describe("a command in a simulated pod", () => {
  test("says what it would say, and how it ended", async () => {
    const heard = await hear(socketOf(exec("command=echo&command=hi&stdout=true")));
    assert.deepEqual(heard, { output: "hi\n", errors: "", status: { metadata: {}, status: "Success" }, code: 1_000 });
    const failed = await hear(socketOf(exec("command=sh&command=-c&command=exit 3")));
    assert.equal(failed.status.reason, "NonZeroExitCode");
    assert.deepEqual(failed.status.details, { causes: [{ reason: "ExitCode", message: "3" }] });
    assert.equal((await hear(socketOf(exec("command=env")))).output, "HOSTNAME=web\nA=1\n");
  });

  test("that nobody knows ends as in a shell", async () => {
    const heard = await hear(socketOf(exec("command=rm&command=-rf")));
    assert.equal(heard.errors, "rm: not known to simulated pods\n");
    assert.deepEqual(heard.status.details, { causes: [{ reason: "ExitCode", message: "127" }] });
  });

  test("reads its input to the end", async () => {
    const socket = socketOf(exec("command=cat&stdin=true"));
    const whole = clientFrame(2, Buffer.from("\0b"), false);
    socket.write(
      Buffer.concat([input("a"), clientFrame(9, Buffer.from("ping")), whole, clientFrame(0, Buffer.from("c"))]),
    );
    socket.write(endOfInput);
    assert.equal((await hear(socket)).output, "abc");
  });

  test("in a terminal ends by its keys, Ctrl-D its input and Ctrl-C all of it, and writes to one stream", async () => {
    const typing = (query: string, keys: string) => {
      const socket = socketOf(exec(`${query}&stdin=true&tty=true`));
      socket.write(input(keys));
      return hear(socket);
    };
    assert.equal((await typing("command=cat", "ab\u0004c")).output, "ab");
    for (const query of ["command=cat", "command=sleep&command=60"]) {
      const { output, status } = await typing(query, "ab\u0003");
      assert.deepEqual([output, status.details], ["", { causes: [{ reason: "ExitCode", message: "130" }] }]);
    }
    assert.equal((await typing("command=echo&command=a", "")).output, "a\r\n");
    const unknown = await typing("command=rm", "");
    assert.deepEqual([unknown.output, unknown.errors], ["rm: not known to simulated pods\r\n", ""]);
    const piped = socketOf(exec("command=cat&stdin=true"));
    piped.write(Buffer.concat([input("a\u0003b\u0004"), endOfInput]));
    assert.equal((await hear(piped)).output, "a\u0003b\u0004");
  });

  test("is broken off where a client makes no sense", async () => {
    for (const bytes of [
      Buffer.from([0x82, 0x01, 0x00]),
      Buffer.from([0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ]) {
      const socket = socketOf(exec("command=cat&stdin=true"));
      socket.on("error", () => {});
      socket.write(bytes);
      assert.equal((await hear(socket).catch(() => ({ output: "" }))).output, "");
    }
  });

  test("is refused where it cannot be, before anything is switched", () => {
    assert.throws(() => exec("command=echo", podOf({ waiting: {} })), /container not found \("main"\)/);
    assert.throws(() => exec(""), /you must specify at least 1 command/);
    const refused = /streams of pods go over WebSockets or SPDY/;
    assert.throws(() => exec("command=echo", running, switchRequest({ upgrade: "h2c" })), refused);
    assert.throws(() => exec("command=echo", running, switchRequest({ "sec-websocket-protocol": "v1" })), refused);
    assert.throws(() => exec("command=echo", running, plain), refused);
  });
});

describe("who attaches to a simulated pod", () => {
  test("hears what it has written, until it ends", async () => {
    const { clock, console } = consoleOf(podOf({ terminated: { exitCode: 2, startedAt } }));
    const heard = hear(socketOf(console.attach(callOf("stdout=true"), switchRequest(), running, "main")));
    await clock.advance(1_000);
    const { output, status } = await heard;
    assert.equal(output, "one\ntwo\n");
    // How the container ended stands in its status.
    assert.equal(status.status, "Success");
  });
});

describe("a simulated pod on the network", () => {
  test("answers a proxy with who it is", async () => {
    const call = { context: { info: { path: "/x" } } } as unknown as CustomCall;
    const answer = consoleOf().console.proxy(call, { method: "GET" } as ServerRequest, running);
    assert.equal(answer.status, 200);
    assert.match(await textOf(answer), /^GET \/x\nanswered by the simulated pod shop\/web\n$/);
  });

  test("forwards no ports, and says why", () => {
    assert.throws(() => consoleOf().console.forward(running), /pod web is simulated: nobody listens on its ports/);
  });
});
