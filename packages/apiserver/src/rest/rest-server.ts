/** What the verbs need of the server that they are part of. */
import type { Clock, Random } from "@pintle/machinery";
import type { AdmissionChain } from "../admission/admission.ts";
import type { Authorizer } from "../pipeline/authorizer.ts";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { ServerRequest } from "../pipeline/server-request.ts";
import type { KeyTurns } from "../registry/key-turns.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import type { Storage } from "../storage/storage.ts";

export interface RestServer {
  readonly registry: ResourceRegistry;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly admission: AdmissionChain;
  readonly turns: KeyTurns;
  /** How large an object may be as it is stored. */
  readonly maxObjectBytes: number;
  /** Asked where a request turns out to need another right than its verb says: an apply that creates. */
  readonly authorizer?: Authorizer;
}

export interface WatchCall {
  readonly request: ServerRequest;
  readonly context: RequestContext;
  readonly endpoint: ResourceEndpoint;
  readonly namespace: string;
}

/** A request at an endpoint. */
export interface RestCall {
  readonly server: RestServer;
  readonly request: ServerRequest;
  readonly context: RequestContext;
  readonly endpoint: ResourceEndpoint;
}
