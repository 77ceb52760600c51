/** Sends a sequence to a server and gives back the masked answers. */

import { type Answer, firstDifference, type Json } from "../conformance/answer.ts";
import { type Client, uniqueName } from "../conformance/client.ts";
import { mask } from "./mask.ts";
import type { Sequence, Step } from "./sequence.ts";

export interface RecordedAnswer {
  readonly request: string;
  readonly status: number;
  readonly warnings?: readonly string[];
  readonly body: Json;
}

/** What stands for `{ns}`, `{rv}` and `{uid}`. */
interface Placeholders {
  readonly ns: string;
  readonly rv?: string | undefined;
  readonly uid?: string | undefined;
}

/** How long a step that waits for something is repeated, and what happens when it never comes. */
export interface Patience {
  readonly limitMs: number;
  readonly pauseMs: number;
  /** Goes on to the next step, whose answer will show what is missing. */
  readonly goesOn: boolean;
}

const realPatience: Patience = { limitMs: 15_000, pauseMs: 100, goesOn: false };

export async function play(client: Client, { steps }: Sequence, patience = realPatience): Promise<RecordedAnswer[]> {
  const namespace = uniqueName("corpus");
  const usesNamespace = steps.some(({ path }) => path.includes("{ns}"));
  if (usesNamespace) await client.create("/api/v1/namespaces", { metadata: { name: namespace } });
  const answers: RecordedAnswer[] = [];
  let seen: Placeholders = { ns: namespace };
  for (const step of steps) {
    const answer = await send(client, step, seen, patience);
    const { resourceVersion = seen.rv, uid = seen.uid } = answer.body?.metadata ?? {};
    seen = { ns: namespace, rv: resourceVersion, uid };
    if (!step.silent) answers.push(recorded(step, answer, namespace));
    // What is silent is sent for its effect. 409: it is there already.
    else if (answer.status >= 400 && answer.status !== 409)
      throw new Error(`${step.method} ${step.path} in silence: ${answer.status} ${answer.text}`);
  }
  if (usesNamespace) await client.delete(`/api/v1/namespaces/${namespace}`);
  return answers;
}

async function send(client: Client, step: Step, seen: Placeholders, patience: Patience): Promise<Answer> {
  const { limitMs, pauseMs, goesOn } = patience;
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await sendOnce(client, step, seen);
    const lacks = step.until === undefined ? undefined : firstDifference(answer.body, step.until, "body");
    if (lacks === undefined) return answer;
    const isOver = performance.now() > deadline;
    if (isOver && goesOn) return answer;
    if (isOver) throw new Error(`${step.method} ${step.path} never came to be: ${lacks}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function sendOnce(
  client: Client,
  { method, path, query = {}, patch, headers = {}, body }: Step,
  seen: Placeholders,
): Promise<Answer> {
  const fill = (text: string) => text.replace(/\{(ns|rv|uid)\}/g, (_, key: keyof Placeholders) => seen[key] ?? "");
  const filled =
    body === undefined ? undefined : typeof body === "string" ? fill(body) : JSON.parse(fill(JSON.stringify(body)));
  if (patch !== undefined) return client.patch(patch, fill(path), filled, query, { headers });
  return client.request(method, fill(path), { query, headers, ...(filled === undefined ? {} : { body: filled }) });
}

function recorded({ method, path, query }: Step, answer: Answer, namespace: string): RecordedAnswer {
  const search =
    query === undefined
      ? ""
      : `?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`;
  return {
    request: `${method} ${path}${search}`,
    status: answer.status,
    ...(answer.warnings.length > 0 ? { warnings: answer.warnings.map((warning) => mask(warning, namespace)) } : {}),
    body: mask(answer.body ?? answer.text, namespace),
  };
}
