/**
 * What a webhook costs: ours, answering AdmissionReviews of 4 KB over TLS, against a bare node:http2 server that sends the bytes back and
 * understands nothing, and against one that does the least that an answer needs: it takes the bytes in, parses them and allows. They are
 * asked by HTTP/1.1, as kube-apiserver asks webhooks behind a Service, and by HTTP/2, as it asks those at a URL of its own machine.
 * CPU is that of the server's own process for each request, medians of rounds by turns.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { Agent, request } from "node:https";
import { fileURLToPath } from "node:url";
import { createAuthority } from "@pintle/machinery/certificates";
import { type BenchRow, median, printRows } from "../measure.ts";

const path = "/validate-example-com-v1-box?timeout=10s";
/** The API server asks for as many objects at a time as are being written: by HTTP/1.1 on a connection each, by HTTP/2 on one. */
const concurrency = 8;

type Protocol = "HTTP/1.1" | "HTTP/2";

const authority = createAuthority("bench", { nowMs: Date.now() });
const leaf = authority.issue({ commonName: "bench", names: ["127.0.0.1"], nowMs: Date.now() });

class Program implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #port: number;
  #session: ClientHttp2Session | undefined;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: concurrency, ca: authority.cert });

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  static async start(name: (typeof names)[number]): Promise<Program> {
    const file = fileURLToPath(new URL("webhook-program.ts", import.meta.url));
    const env = { ...process.env, BENCH_CERT: leaf.cert, BENCH_KEY: leaf.key, NODE_ENV: "production" };
    const child = fork(file, [name], { env, execArgv: ["--conditions=pintle-source"] });
    const [{ port }] = await once(child, "message");
    return new Program(child, port);
  }

  /** CPU of one request in microseconds. */
  async measure(protocol: Protocol, requests: number, body: Buffer): Promise<number> {
    const post = (protocol === "HTTP/2" ? this.#postByHttp2 : this.#postByHttp1).bind(this);
    const before = await this.#cpuMicros();
    let left = requests;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        await post(body);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return ((await this.#cpuMicros()) - before) / requests;
  }

  async #cpuMicros(): Promise<number> {
    this.#child.send("cpu");
    const [{ cpuMicros }] = await once(this.#child, "message");
    return cpuMicros;
  }

  #postByHttp1(body: Buffer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { "content-type": "application/json", "content-length": body.byteLength };
    const place = { host: "127.0.0.1", port: this.#port, path, agent: this.#agent };
    const sent = request({ ...place, method: "POST", headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.on("end", resolve);
      response.resume();
    });
    sent.on("error", reject);
    sent.end(body);
    return promise;
  }

  #postByHttp2(body: Buffer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { ":method": "POST", ":path": path, "content-type": "application/json" };
    this.#session ??= connect(`https://127.0.0.1:${this.#port}`, { ca: authority.cert });
    const stream = this.#session.request(headers);
    stream.on("response", ({ ":status": status }) => status !== 200 && reject(new Error(`answered ${status}`)));
    stream.on("error", reject);
    stream.on("end", resolve);
    stream.resume();
    stream.end(body);
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session?.destroy();
    this.#agent.destroy();
    this.#child.disconnect();
    await once(this.#child, "exit");
  }
}

function reviewOf(bytes: number): Buffer {
  const object = {
    apiVersion: "example.com/v1",
    kind: "Box",
    metadata: { name: "box-1", namespace: "default", labels: { app: "box" } },
    spec: { image: "nginx", env: [] as object[] },
  };
  const review = {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid: "0df28fbd-5f5f-11e8-bc74-36e6bb280816",
      kind: { group: "example.com", version: "v1", kind: "Box" },
      resource: { group: "example.com", version: "v1", resource: "boxes" },
      requestKind: { group: "example.com", version: "v1", kind: "Box" },
      requestResource: { group: "example.com", version: "v1", resource: "boxes" },
      name: "box-1",
      namespace: "default",
      operation: "CREATE",
      userInfo: { username: "jane", uid: "1", groups: ["dev", "system:authenticated"] },
      object,
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    },
  };
  while (JSON.stringify(review).length < bytes) {
    object.spec.env.push({ name: `VARIABLE_${object.spec.env.length}`, value: "a value of some length" });
  }
  return Buffer.from(JSON.stringify(review));
}

/** At least 0.85 times the requests per CPU second, so at most 1 / 0.85 times the CPU per request. */
const bar = 1.17;

const names = ["ours", "echo", "parse"] as const;

/** Many short rounds: whatever else the machine does meets all of them alike. */
export async function webhookRows(isQuick: boolean): Promise<BenchRow[]> {
  await using ours = await Program.start("ours");
  await using echo = await Program.start("echo");
  await using parse = await Program.start("parse");
  const programs = { ours, echo, parse };
  const rows: BenchRow[] = [];
  for (const protocol of ["HTTP/1.1", "HTTP/2"] as const) {
    const measured = await measureRounds(programs, protocol, isQuick ? 12 : 150);
    const row = (name: string, peer: "echo" | "parse", limit?: number): BenchRow => ({
      name: `webhook, ${protocol}, 4 KB: CPU us, ${name}`,
      ours: median(measured.map((round) => round.ours)),
      peer: median(measured.map((round) => round[peer])),
      ratio: median(measured.map((round) => round.ours / round[peer])),
      ...(limit === undefined ? {} : { bar: limit }),
    });
    rows.push(row("echo", "echo", bar), row("JSON.parse", "parse"));
  }
  return rows;
}

type Figures = Record<(typeof names)[number], number>;

async function measureRounds(
  programs: Readonly<Record<(typeof names)[number], Program>>,
  protocol: Protocol,
  rounds: number,
): Promise<Figures[]> {
  const body = reviewOf(4_096);
  for (const program of Object.values(programs)) await program.measure(protocol, 10_000, body);
  const measured: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures: Figures = { ours: Number.NaN, echo: Number.NaN, parse: Number.NaN };
    // Each comes first as often as the others do, so that a place in the round is no advantage.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? "ours";
      figures[name] = await programs[name].measure(protocol, 400, body);
    }
    measured.push(figures);
  }
  return measured;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printRows(await webhookRows(process.argv.includes("--quick")));
