/** What is written down about a request: the Event of `audit.k8s.io/v1`, with its fields in Kubernetes' order. */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import type { UserInfo } from "../pipeline/request-context.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";

/** How much is told; each level tells what the one before does, and more. */
export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;
export type AuditLevel = (typeof auditLevels)[number];

/** When in a request's life it is told. `ResponseStarted` is only for requests that last. */
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
export type AuditStage = (typeof auditStages)[number];

export interface AuditEvent {
  readonly kind: "Event";
  readonly apiVersion: "audit.k8s.io/v1";
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditedUser;
  readonly impersonatedUser?: AuditedUser;
  readonly authenticationMetadata?: { readonly impersonationConstraint: string };
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: AuditedObject;
  readonly responseStatus?: JsonObject;
  readonly requestObject?: JsonValue;
  readonly responseObject?: JsonObject;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AuditedUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface AuditedObject {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** Takes events as they come. One that throws keeps the request from being served, since nothing may go unseen. */
export type AuditSink = (event: AuditEvent) => void;

/** One line of a log, with the line break. */
export function formatAuditEvent(event: AuditEvent): string {
  return `${writeGoJson(event as unknown as JsonObject)}\n`;
}

export function describeAuditedUser({ name, uid = "", groups, extra = {} }: UserInfo): AuditedUser {
  return {
    ...(name !== "" && { username: name }),
    ...(uid !== "" && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}
