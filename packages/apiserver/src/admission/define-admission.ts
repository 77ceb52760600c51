/**
 * Admission by functions in the same process, for servers that are put together by hand: what a webhook does, without the way to it.
 *
 * A function sees objects in the version that its rules name, whatever version the request uses. What it makes of an object is read like
 * what a client sent: unknown fields are dropped, defaults are filled in, and validation follows. What it throws refuses the request.
 */
import type { Clock, GroupVersionKind, JsonObject } from "@pintle/machinery";
import type { UserInfo } from "../pipeline/request-context.ts";
import type { AdmissionAttributes } from "./admission.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbidRequest } from "./forbid.ts";
import { findVersions } from "./match/equivalents.ts";
import { type MatchedResource, type MatchRule, matchRules } from "./match/matcher.ts";
import { fromMatched, VersionedObjects } from "./match/versioned-objects.ts";
import { rereadObject } from "./reread-object.ts";

export interface AdmissionFunctions {
  /** The requests that the functions are for: one rule is enough. */
  readonly match: readonly AdmissionRule[];
  /** The object as it shall be; nothing leaves it as it is. Throws to refuse the request. */
  readonly mutate?: (request: AdmissionRequest) => Promise<JsonObject | undefined> | JsonObject | undefined;
  /** Throws to refuse the request. */
  readonly validate?: (request: AdmissionRequest) => Promise<void> | void;
  /** What the functions look things up in. Requests are refused as long as it does not know everything. */
  readonly lister?: { hasSynced(): boolean };
}

/** As rules of webhooks are written; `*` stands for everything. */
export type AdmissionRule = Omit<MatchRule, "scope" | "resourceNames"> & Partial<Pick<MatchRule, "scope">>;

export interface AdmissionRequest {
  readonly operation: AdmissionAttributes["operation"];
  /** Of the object as it is shown. */
  readonly kind: GroupVersionKind;
  readonly namespace: string;
  /** Empty before a name is generated. */
  readonly name: string;
  readonly subresource: string;
  /** Absent for a delete. */
  readonly object: JsonObject | undefined;
  /** Absent for a create. */
  readonly oldObject: JsonObject | undefined;
  readonly user: UserInfo;
  readonly isDryRun: boolean;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Tells the client something beside the answer. */
  warn(text: string): void;
  /** The error to throw: 403, with the reason. */
  forbid(why: string): Error;
}

/** As long as Kubernetes lets requests wait for those who are about to know everything. */
const maxWaitMs = 10_000;
const pollMs = 100;

export function defineAdmission({ match, mutate, validate, lister }: AdmissionFunctions): AdmissionPlugin {
  const rules = match.map((rule): MatchRule => ({ scope: "*", ...rule, resourceNames: [] }));

  async function find(attributes: AdmissionAttributes): Promise<MatchedResource | undefined> {
    const matched = matchRules(rules, attributes, "Equivalent", findVersions);
    if (matched && lister && !(await waitFor(lister, attributes.context.clock))) {
      throw forbidRequest(attributes, "not yet ready to handle request");
    }
    return matched;
  }

  return {
    ...(mutate && {
      async mutate(attributes) {
        const matched = await find(attributes);
        if (!matched) return attributes.object;
        const request = await requestOf(attributes, matched);
        const changed = await mutate(request);
        if (changed === undefined || changed === request.object) return attributes.object;
        return fromMatched(attributes, matched, rereadObject(attributes, matched, changed));
      },
    }),
    ...(validate && {
      async validate(attributes) {
        const matched = await find(attributes);
        if (matched) await validate(await requestOf(attributes, matched));
      },
    }),
  };
}

async function waitFor(lister: { hasSynced(): boolean }, clock: Clock): Promise<boolean> {
  const deadline = clock.monotonic() + maxWaitMs;
  while (!lister.hasSynced()) {
    if (clock.monotonic() >= deadline) return false;
    await clock.sleep(pollMs, { label: "admission waits for its lister", kind: "work" });
  }
  return true;
}

async function requestOf(attributes: AdmissionAttributes, matched: MatchedResource): Promise<AdmissionRequest> {
  const { operation, namespace, name, subresource, isDryRun, context } = attributes;
  const { object, old: oldObject } = await new VersionedObjects(attributes).showAs(matched);
  const { user, signal, warnings } = context;
  return {
    ...{ operation, kind: matched.kind, namespace, name, subresource },
    ...{ object, oldObject, user, isDryRun, signal },
    warn: (text) => void warnings.push(text),
    forbid: (why) => forbidRequest(attributes, why),
  };
}
