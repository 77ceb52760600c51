/**
 * What is found out about one request for its audit events, from its beginning to its end. Whoever handles the request tells what only
 * they know: the object that was sent, the patch, the one who is acted as. What the level does not ask for is not kept.
 */
import { Buffer } from "node:buffer";
import { compareUtf8, formatMicroTime, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { RequestContext, UserInfo } from "../pipeline/request-context.ts";
import type { RequestInfo } from "../pipeline/request-info.ts";
import type { ServerRequest } from "../pipeline/server-request.ts";
import { decodeGoUtf8 } from "../wire/json/decode-go-utf8.ts";
import { readYaml } from "../wire/yaml-body.ts";
import {
  type AuditEvent,
  type AuditedObject,
  type AuditLevel,
  type AuditSink,
  type AuditStage,
  auditLevels,
  describeAuditedUser,
} from "./audit-event.ts";
import type { AuditDecision } from "./audit-policy.ts";
import { sourceAddresses } from "./source-addresses.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

const maxAgentBytes = 1_024;

export interface AuditTrailOptions {
  readonly decision: AuditDecision;
  readonly sink: AuditSink;
  readonly request: ServerRequest;
  readonly context: RequestContext;
  /** Absent where nobody could be believed. */
  readonly user: UserInfo | undefined;
}

export class AuditTrail {
  readonly #options: AuditTrailOptions;
  /** The parts of the event that do not change. */
  readonly #head: Pick<AuditEvent, "requestURI" | "verb" | "user" | "sourceIPs" | "userAgent">;
  #objectRef: AuditedObject | undefined;
  #impersonated: Pick<AuditEvent, "impersonatedUser" | "authenticationMetadata"> = {};
  #requestObject: JsonValue | undefined;
  #responseStatus: JsonObject | undefined;
  #responseObject: JsonObject | undefined;
  #isAnswerLeft = false;

  constructor(options: AuditTrailOptions) {
    const { request, context, user } = options;
    const sourceIPs = sourceAddresses(request);
    const userAgent = cutAgent(request.headers["user-agent"] ?? "");
    this.#options = options;
    this.#objectRef = context.info.isResource ? referTo(context.info) : undefined;
    this.#head = {
      requestURI: targetOf(request),
      verb: context.info.verb,
      user: user ? describeAuditedUser(user) : {},
      ...(sourceIPs.length > 0 && { sourceIPs }),
      ...(userAgent !== "" && { userAgent }),
    };
  }

  tells(level: AuditLevel): boolean {
    return auditLevels.indexOf(this.#options.decision.level) >= auditLevels.indexOf(level);
  }

  /** The object that was sent, as it was understood. What the path does not say about it is taken from there. */
  noteObject(object: JsonObject): void {
    const metadata = getOwn(object, "metadata");
    const text = (key: string) => (isJsonObject(metadata) ? String(getOwn(metadata, key) ?? "") : "");
    const { namespace = text("namespace"), name = text("name"), ...rest } = this.#objectRef ?? {};
    const { resource, apiGroup, apiVersion, subresource } = rest;
    this.#objectRef = definedTexts({
      ...{ resource, namespace, name, uid: text("uid"), apiGroup, apiVersion },
      ...{ resourceVersion: text("resourceVersion"), subresource },
    });
    if (this.tells("Request")) this.#requestObject = this.#withoutFields(object);
  }

  /** YAML is written as the JSON that it means, and what is neither as text. */
  notePatch(bytes: Uint8Array): void {
    if (!this.tells("Request")) return;
    const text = Buffer.from(bytes).toString("utf8");
    try {
      this.#requestObject = readYaml(text).value;
    } catch {
      this.#requestObject = text;
    }
  }

  /** The answer is passed on from somebody else: whatever it looks like, it is told by its code alone. */
  leaveAnswer(): void {
    this.#isAnswerLeft = true;
  }

  /** Whether the object of an answer is asked for. A Status is at every level. */
  tellsAnswer(isStatus: boolean): boolean {
    return !this.#isAnswerLeft && (isStatus || this.tells("RequestResponse"));
  }

  /** `constraint` is the right that was needed for it, where it was a constrained one. */
  noteImpersonated(user: UserInfo, constraint: string): void {
    this.#impersonated = {
      impersonatedUser: describeAuditedUser(user),
      ...(constraint !== "" && { authenticationMetadata: { impersonationConstraint: constraint } }),
    };
  }

  /** How the request ended, and with what. An object that is a Status is told at every level. */
  noteAnswer(code: number, object?: JsonObject): void {
    this.#responseStatus = { metadata: {}, ...(isStatus(object) && boundedStatus(object)), code };
    if (object && this.tells("RequestResponse")) this.#responseObject = this.#withoutFields(object);
  }

  notePanic(error: unknown): void {
    const message = `APIServer panic'd: ${error instanceof Error ? error.message : String(error)}`;
    this.#responseStatus = { metadata: {}, status: "Failure", message, reason: "InternalError", code: 500 };
  }

  /** Throws what the sink throws. */
  emit(stage: AuditStage): void {
    const { decision, sink, context } = this.#options;
    if (decision.omitStages.has(stage)) return;
    const received = microTime(context.receivedMs);
    const annotations = [...context.auditAnnotations].sort(([one], [other]) => compareUtf8(one, other));
    const { requestURI, verb, user, ...client } = this.#head;
    sink({
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: decision.level,
      auditID: context.auditId,
      stage,
      requestURI,
      verb,
      user,
      ...this.#impersonated,
      ...client,
      ...(this.#objectRef && { objectRef: this.#objectRef }),
      ...(this.#responseStatus && { responseStatus: this.#responseStatus }),
      ...(this.#requestObject !== undefined && { requestObject: this.#requestObject }),
      ...(this.#responseObject && { responseObject: this.#responseObject }),
      requestReceivedTimestamp: received,
      stageTimestamp: stage === "RequestReceived" ? received : microTime(context.clock.now()),
      ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    });
  }

  #withoutFields(object: JsonObject): JsonObject {
    return this.#options.decision.omitsManagedFields ? withoutManagedFields(object) : object;
  }
}

export function isStatus(object: JsonObject | undefined): object is JsonObject {
  return object?.kind === "Status" && object.apiVersion === "v1";
}

function boundedStatus({ status, message, reason, details }: JsonObject): JsonObject {
  return {
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
  };
}

function referTo({ resource, namespace, name, group, version, subresource }: RequestInfo): AuditedObject {
  return definedTexts({ resource, namespace, name, apiGroup: group, apiVersion: version, subresource });
}

function definedTexts(texts: Readonly<Record<string, string | undefined>>): AuditedObject {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
}

function targetOf({ target, path, query }: ServerRequest): string {
  return target ?? (query.size === 0 ? path : `${path}?${query}`);
}

/** A header is bytes, each of which Node gives as a character; Go takes them for UTF-8. */
function cutAgent(agent: string): string {
  const bytes = Buffer.from(agent, "latin1");
  const start = decodeGoUtf8(bytes.subarray(0, maxAgentBytes));
  return bytes.length > maxAgentBytes ? `${start}...TRUNCATED` : start;
}

function microTime(timeMs: number): string {
  return formatMicroTime(BigInt(Math.floor(timeMs * 1_000)));
}
