/**
 * What the operators have written, and whether it changed anything: an apply that says what is already there is answered with the
 * resourceVersion that the object had before.
 */
import {
  getOwn,
  isJsonObject,
  type JsonValue,
  readJson,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "@pintle/machinery";

export interface OperatorWrite {
  readonly method: string;
  readonly path: string;
  /** Whether something is stored that was not before. */
  readonly isChange: boolean;
}

export class WriteLog {
  readonly #writes: OperatorWrite[] = [];
  readonly #revision: () => Promise<number>;

  /** The revision is the newest one of the storage. */
  constructor(revision: () => Promise<number>) {
    this.#revision = revision;
  }

  get length(): number {
    return this.#writes.length;
  }

  /** Those that changed something, from a point on. */
  changesSince(start: number): readonly OperatorWrite[] {
    return this.#writes.slice(start).filter(({ isChange }) => isChange);
  }

  /** The same transport, with its writes remembered. */
  record(transport: Transport): Transport {
    return {
      request: async (request) => {
        if (!isWrite(request)) return await transport.request(request);
        const before = await this.#revision();
        const response = await transport.request(request);
        if (response.status >= 300) return response;
        return await this.#remember(request, response, before);
      },
    };
  }

  async #remember(
    { method, path }: TransportRequest,
    response: TransportResponse,
    before: number,
  ): Promise<TransportResponse> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    // Whatever is answered to a deletion, it was one.
    const isChange = method === "DELETE" || resourceVersionIn(bytes) > before;
    this.#writes.push({ method, path, isChange });
    return { ...response, body: inOnePiece(bytes) };
  }
}

/** Questions about users and rights are created, but not kept; and whom the server asks is said anew whenever operators start. */
const uncounted = /^\/apis\/(authentication|authorization|admissionregistration|apiextensions)\.k8s\.io\//;

function isWrite({ method, path, query }: TransportRequest): boolean {
  if (method === "GET" || uncounted.test(path)) return false;
  for (const [name] of query ?? []) if (name === "dryRun") return false;
  return true;
}

function resourceVersionIn(bytes: Uint8Array): number {
  const { value } = readJson(bytes);
  const metadata = fieldOf(value, "metadata");
  const version = fieldOf(metadata, "resourceVersion");
  return typeof version === "string" ? Number(version) : 0;
}

function fieldOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) ? getOwn(value, key) : undefined;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
