/**
 * A say in where pods run, by functions: kube-scheduler asks extenders that its configuration names, over HTTP.
 *
 * Whatever goes wrong in a function is told to the scheduler as an error, so that a pod is never bound by accident; whether it waits or
 * goes on without the extender is decided by `ignorable` in the scheduler's configuration.
 */
import type { Node, Pod } from "@pintle/kinds";
import type { DeepReadonly, JsonValue } from "@pintle/machinery";
import { type HttpAnswer, HttpError } from "../../http/http-message.ts";
import { jsonAnswer, readObject } from "../read-review.ts";
import type { Webhook, WebhookCall, WebhookEndpoint } from "../webhook.ts";
import { checkWebhookPath } from "../webhook-path.ts";
import {
  readBinding,
  readCandidates,
  readPreemption,
  writeFilterResult,
  writePreemption,
  writeScores,
} from "./extender-messages.ts";

export interface SchedulerExtenderFunctions {
  /** Which of the nodes the pod can run on. */
  filter?(candidates: ExtenderCandidates): Promise<ExtenderFiltered> | ExtenderFiltered;
  /** How well, from 0 to 10, by the names of nodes. */
  prioritize?(candidates: ExtenderCandidates): Promise<ExtenderScores> | ExtenderScores;
  /** Binds the pod to the node, instead of the scheduler. */
  bind?(binding: ExtenderBinding): Promise<void> | void;
  /** Which pods would have to go on which of the nodes, of those that the scheduler has chosen; nodes that are left out are no option. */
  preempt?(preemption: ExtenderPreemption): Promise<ExtenderVictims> | ExtenderVictims;
}

export interface ExtenderCandidates {
  readonly pod: DeepReadonly<Pod>;
  readonly nodeNames: readonly string[];
  /** Whole nodes, unless the configuration says that the extender knows them (`nodeCacheCapable`). */
  readonly nodes: readonly DeepReadonly<Node>[] | undefined;
  readonly signal: AbortSignal;
}

export interface ExtenderFiltered {
  readonly nodeNames: readonly string[];
  /** Why not, by the names of nodes that others would have to leave first. */
  readonly failed?: Readonly<Record<string, string>>;
  /** The same for nodes where nothing would help. */
  readonly unresolvable?: Readonly<Record<string, string>>;
}

export type ExtenderScores = Readonly<Record<string, number>>;

export interface ExtenderBinding {
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  readonly node: string;
  readonly signal: AbortSignal;
}

export interface ExtenderPreemption {
  readonly pod: DeepReadonly<Pod>;
  readonly victims: ExtenderVictims;
  readonly signal: AbortSignal;
}

/** By the names of nodes. */
export type ExtenderVictims = Readonly<
  Record<string, { readonly podUids: readonly string[]; readonly disruptionBudgetViolations: number }>
>;

/** Five thousand nodes of ten kilobytes, and some more. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Served at `<prefix>/filter`, `/prioritize`, `/bind` and `/preempt`, as far as there are functions. */
export function schedulerExtender(functions: SchedulerExtenderFunctions, prefix = "/scheduler"): Webhook {
  const endpoints: WebhookEndpoint[] = [];
  const serve = (verb: string, answer: WebhookEndpoint["answer"]) =>
    endpoints.push({ path: checkWebhookPath(`${prefix}/${verb}`), maxBodyBytes, panics: "admission", answer });
  const { filter, prioritize, bind, preempt } = functions;
  if (filter) serve("filter", (body, call) => answerOr(call, () => answerFilter(filter, body, call), tellError));
  if (prioritize) serve("prioritize", (body, call) => answerOr(call, () => answerScores(prioritize, body, call), fail));
  if (bind) serve("bind", (body, call) => answerOr(call, () => answerBinding(bind, body, call), tellError));
  if (preempt) serve("preempt", (body, call) => answerOr(call, () => answerPreemption(preempt, body, call), fail));
  return { endpoints };
}

type Asked<Name extends keyof SchedulerExtenderFunctions> = NonNullable<SchedulerExtenderFunctions[Name]>;

async function answerFilter(filter: Asked<"filter">, body: Uint8Array, call: WebhookCall): Promise<JsonValue> {
  const candidates = { ...readCandidates(readObject(body)), signal: call.signal };
  return writeFilterResult(candidates, await call.run(() => filter(candidates)));
}

async function answerScores(prioritize: Asked<"prioritize">, body: Uint8Array, call: WebhookCall): Promise<JsonValue> {
  const candidates = { ...readCandidates(readObject(body)), signal: call.signal };
  return writeScores(await call.run(() => prioritize(candidates)));
}

async function answerBinding(bind: Asked<"bind">, body: Uint8Array, call: WebhookCall): Promise<JsonValue> {
  const binding = { ...readBinding(readObject(body)), signal: call.signal };
  await call.run(() => bind(binding));
  return { Error: "" };
}

async function answerPreemption(preempt: Asked<"preempt">, body: Uint8Array, call: WebhookCall): Promise<JsonValue> {
  const preemption = { ...readPreemption(readObject(body)), signal: call.signal };
  return writePreemption(await call.run(() => preempt(preemption)));
}

async function answerOr(
  call: WebhookCall,
  answer: () => Promise<JsonValue>,
  onFailure: () => HttpAnswer,
): Promise<HttpAnswer> {
  try {
    return jsonAnswer((await answer()) as JsonValue & object);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    call.panicked(error);
    return onFailure();
  }
}

const failure = "the scheduler extender failed";

/** In the place that the answer has for it. */
function tellError(): HttpAnswer {
  return jsonAnswer({ Error: failure });
}

/** The answer has no place for an error. */
function fail(): HttpAnswer {
  return new HttpError(500, failure).toAnswer();
}
