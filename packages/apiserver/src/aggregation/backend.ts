/** The way to the server behind an APIService, which whoever embeds the aggregator brings along: its network, its names, its certificate. */
import type { Duplex } from "node:stream";
import type { Transport, TransportRequest, TransportResponse } from "@pintle/machinery";
import type { ApiService } from "./api-service.ts";

/** Where a server is and by whom its certificate must be signed. */
export interface BackendTarget {
  readonly host: string;
  readonly port: number;
  /** The name that its certificate has to have. */
  readonly servername: string;
  /** Base64 of PEM; the authorities of the system where there is none. */
  readonly caBundle?: string;
  readonly skipsVerification: boolean;
}

/** Failures are told as they are, so they should be in the words of Go's client. */
export interface Backend extends Transport {
  /** Sends a request for another protocol. `socket` is there where the server has switched to it. */
  upgrade(request: TransportRequest): Promise<TransportResponse & { readonly socket?: Duplex }>;
  close(): void;
}

export type ConnectBackend = (target: BackendTarget) => Backend;

/** Where a Service is found. Throws an `Error` in upstream's words for one that leads nowhere. */
export type FindService = (namespace: string, name: string, port: number) => Promise<{ readonly host: string }>;

export interface ResolvedBackend {
  readonly backend: Backend;
  /** `host:port`, as headers and messages show it. */
  readonly address: string;
}

/** One connection for each APIService, a new one when it leads elsewhere. */
export class BackendPool {
  readonly #connect: ConnectBackend;
  readonly #findService: FindService;
  readonly #open = new Map<string, { readonly key: string; readonly backend: Backend }>();

  constructor(connect: ConnectBackend, findService: FindService) {
    this.#connect = connect;
    this.#findService = findService;
  }

  async resolve({ name: of, service, caBundle, skipsVerification }: ApiService): Promise<ResolvedBackend> {
    if (service === undefined) throw new Error("a local APIService has no server behind it");
    const { namespace, name, port } = service;
    const { host } = await this.#findService(namespace, name, port);
    const servername = `${name}.${namespace}.svc`;
    const target = { host, port, servername, skipsVerification, ...(caBundle !== undefined && { caBundle }) };
    const key = JSON.stringify(target);
    const known = this.#open.get(of);
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    if (known?.key === key) return { backend: known.backend, address };
    known?.backend.close();
    const backend = this.#connect(target);
    this.#open.set(of, { key, backend });
    return { backend, address };
  }

  forget(name: string): void {
    this.#open.get(name)?.backend.close();
    this.#open.delete(name);
  }

  close(): void {
    for (const name of [...this.#open.keys()]) this.forget(name);
  }
}
