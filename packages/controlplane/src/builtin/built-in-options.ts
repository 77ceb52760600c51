/** What the built-in kinds need from the server around them. */
import type { EscalationChecks, UserInfo } from "@pintle/apiserver";
import type { Clock, JsonObject, Random } from "@pintle/machinery";
import type { PodConsole } from "../controllers/kubelet/console/pod-console.ts";
import type { ServiceRange } from "./services/service-range.ts";
import type { ParamAccess } from "./strategies/policy-access.ts";

export interface BuiltInOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The objects that are stored, for kinds that act on objects of others: bindings, evictions, tokens. */
  readonly objects: ObjectAccess;
  readonly reviews: Reviews;
  /** Who may write roles and bindings, beyond the right to write them: whoever has that unless said. */
  readonly escalation?: EscalationChecks;
  /** Who may read what policies take their parameters from: whoever may write a policy unless said. */
  readonly paramAccess?: ParamAccess;
  /** Answers for pods on simulated nodes; nobody does unless said. */
  readonly console?: PodConsole | undefined;
  /** Where services get their addresses from: `10.0.0.0/24` unless said. */
  readonly serviceRange?: ServiceRange;
}

/** Reads and changes stored objects in the name of a request, with all that a write brings with it but authorization. */
export interface ObjectAccess {
  /** Throws `NotFound`. */
  get(place: ObjectPlace): Promise<JsonObject>;
  /**
   * Changes what is stored past all rules for writes, admission and managers; the change is made again where another write came first.
   * Gives the `resourceVersion` that it has then. Throws `NotFound`.
   */
  rewrite(place: ObjectPlace, change: (object: JsonObject) => JsonObject, isDryRun: boolean): Promise<string>;
  /** Takes DeleteOptions as plain JSON. Nobody is asked for admission. */
  delete(place: ObjectPlace, options: JsonObject, isDryRun: boolean): Promise<void>;
  /** Those of a namespace, or all. */
  list(group: string, plural: string, namespace?: string): Promise<readonly JsonObject[]>;
}

export interface ObjectPlace {
  readonly group: string;
  readonly plural: string;
  readonly namespace: string;
  readonly name: string;
}

/** Answers the questions that reviews ask. */
export interface Reviews {
  /** Whether somebody may do what the attributes say. */
  mayAccess(user: UserInfo, attributes: AccessAttributes): Promise<AccessAnswer>;
  /** Who a token stands for. */
  authenticate(token: string, audiences: readonly string[]): Promise<TokenAnswer>;
  rulesOf(user: UserInfo, namespace: string): Promise<RulesAnswer>;
  /** The audiences of tokens that name none. */
  readonly audiences: readonly string[];
  /** A token for a service account, bound to objects by claims on them: its id, and the status of a TokenRequest. */
  issueToken(
    account: JsonObject,
    spec: JsonObject,
    bound: JsonObject,
  ): Promise<{ readonly id: string; readonly token: string; readonly expirationTimestamp: string }>;
}

/** One of the two, as they stand in a review. */
export interface AccessAttributes {
  readonly resource?: JsonObject;
  readonly nonResource?: JsonObject;
}

export interface AccessAnswer {
  readonly isAllowed: boolean;
  readonly isDenied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

export interface TokenAnswer {
  readonly user?: UserInfo;
  readonly audiences?: readonly string[];
  readonly error?: string;
}

export interface RulesAnswer {
  readonly resourceRules: readonly JsonObject[];
  readonly nonResourceRules: readonly JsonObject[];
  readonly isIncomplete: boolean;
  readonly evaluationError?: string;
}
