/** What can be said when a plane is started, and what whoever started it has in hand. */
import type {
  AdmissionPlugin,
  ApiServer,
  AuditOptions,
  Storage,
  WebhookClientConfig,
  WebhookConnection,
} from "@pintle/apiserver";
import type { Clock, Logger, Random, Transport } from "@pintle/machinery";
import type { Certificate } from "@pintle/machinery/certificates";
import type { PluginChoice } from "./admission/choose-plugins.ts";
import type { NodeOptions } from "./controllers/nodes/node-controllers.ts";
import type { Profile } from "./controllers/profile.ts";
import type { IdentityOptions } from "./identity/identity-options.ts";
import type { PlaneSnapshot } from "./snapshot/plane-snapshot.ts";

export interface ControlPlaneOptions extends NodeOptions {
  /** `apiserver` unless said. */
  readonly profile?: Profile;
  /** Where the plane listens: nowhere unless said, and then it is reached by `transport` alone. */
  readonly listen?: ListenOptions;
  /** Where Services get their addresses from, as kube-apiserver's `--service-cluster-ip-range`: the 254 of `10.0.0.0/24` unless said. */
  readonly serviceClusterIpRange?: string;
  /** Users beside `admin`, who is in system:masters. Each gets a token. */
  readonly users?: readonly { readonly name: string; readonly groups: readonly string[] }[];
  /** Who is believed and who may do what. */
  readonly identity?: IdentityOptions;
  /** Admission plugins that are asked beside the usual ones, or not asked. */
  readonly admissionPlugins?: PluginChoice;
  /** Admission by functions of one's own, see `defineAdmission`. */
  readonly admission?: readonly AdmissionPlugin[];
  /**
   * The way to webhooks that are in this process, or behind a network of one's own. Where it gives nothing, they are reached over HTTPS as
   * usual.
   */
  readonly connectWebhook?: (webhook: WebhookClientConfig) => WebhookConnection | undefined;
  /** What is written down about requests; nothing unless said. */
  readonly audit?: AuditOptions;
  /** Goes on from there. A virtual clock that is behind the snapshot is set to its time; a storage must be empty. */
  readonly restore?: PlaneSnapshot;
  /** Told which part of the start begins, for those who show it to people. */
  readonly onPhase?: (phase: StartPhase) => void;
  readonly storage?: Storage;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly logger: Logger;
}

export type StartPhase = "server" | "objects" | "controllers";

export interface ListenOptions {
  /** Loopback unless said. */
  readonly host?: string;
  /** Any that is free unless said. */
  readonly port?: number;
}

export interface ControlPlane extends AsyncDisposable {
  /** The way in for `admin` within this process. Bytes cross it as they would a wire. */
  readonly transport: Transport;
  /** The same for another user. A request that brings a token of its own is that token's. */
  transportFor(user: string): Transport;
  /** Bearer tokens by user name; `admin` may do everything. */
  readonly tokens: Readonly<Record<string, string>>;
  /** For `admin` unless said. Only a plane that listens can give one. */
  kubeconfig(user?: string): string;
  /** Lets virtual time pass until nothing is left to be done: see `VirtualClock`. */
  settle(): Promise<void>;
  /** Lets virtual time pass: `"5m"`, `"1h30m"`, or milliseconds. */
  advance(duration: string | number): Promise<void>;
  /** Everything that is stored and who is believed, as bytes. Whoever has them may do everything: they hold tokens and keys. */
  snapshot(): Promise<PlaneSnapshot>;
  /**
   * Goes back, or on, to what a snapshot holds. The server starts anew on it: watches end, and a resourceVersion from before is too old. Who is
   * believed does not change, nor does time go back. Settle first: what is under way meanwhile may be lost.
   */
  restore(snapshot: PlaneSnapshot): Promise<void>;
  /** The server of now: `restore` starts another. */
  readonly server: ApiServer;
  /** Ends watches, lets requests finish for a while, and closes the storage. */
  stop(): Promise<void>;
}

/** A plane that was told where to listen. */
export interface ListeningControlPlane extends ControlPlane {
  readonly url: string;
  /** The authority of the server's certificate, PEM. */
  readonly ca: string;
  /** Signs client certificates that the server believes. */
  readonly clientCa: Certificate;
  /** Signs the certificates of front proxies, whose headers the server believes. */
  readonly proxyCa: Certificate;
}
