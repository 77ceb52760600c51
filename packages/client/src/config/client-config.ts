/**
 * How to reach an API server and as whom: what a kubeconfig, a pod or a program says, worked out.
 *
 * Everything that can change while a program runs (tokens, certificates, authorities in files) is asked for when it is needed.
 */

export interface ClientConfig {
  /** `https://host:port`, with a path where the server is behind one. */
  readonly server: string;
  /** Where objects are looked for unless said otherwise. */
  readonly namespace: string;
  readonly trust?: TrustSource;
  readonly credentials?: CredentialSource;
  /** The name that the server's certificate has to have, where it is not the host's. */
  readonly tlsServerName?: string;
  /** Whether anybody's certificate is good enough. */
  readonly skipsVerification?: boolean;
  /** A proxy that all requests go through: `http:`, `https:` or `socks5:`, of which undici warns once that it is new to it. */
  readonly proxyUrl?: string;
  readonly impersonate?: Impersonation;
  readonly userAgent?: string;
}

/** Authorities, PEM. They may be others the next time. */
export interface TrustSource {
  read(): Promise<string>;
}

export interface Credentials {
  /** For the header of that name: `Bearer …`, `Basic …`. */
  readonly authorization?: string;
  /** The client's own certificate, PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface CredentialSource {
  /** Those that are good now. Rejects with an error that names the file, the field or the command, and no secret. */
  get(signal?: AbortSignal): Promise<Credentials>;
  /** The server did not believe these: who can get others does so with the next `get`. */
  refuse(credentials: Credentials): void;
}

export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
