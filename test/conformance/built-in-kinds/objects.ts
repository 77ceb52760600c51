/** Objects of built-in kinds, and what a refusal of one looks like. */
import assert from "node:assert/strict";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";

export interface Made {
  readonly name: string;
  readonly path: string;
  readonly body: Json;
}

export const dryRun = { dryRun: "All" } as const;
export const containers = [{ name: "main", image: "busybox:1.36" }];
export const selector = { matchLabels: { app: "shop" } };
export const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };

/** What the server makes of `containers` and of the pod specification around them, in a template. */
export const defaultedContainer = {
  name: "main",
  image: "busybox:1.36",
  resources: {},
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
  imagePullPolicy: "IfNotPresent",
};
export const defaultedPodSpec = {
  containers: [defaultedContainer],
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  securityContext: {},
  schedulerName: "default-scheduler",
};
export const defaultedTemplate = { metadata: template.metadata, spec: defaultedPodSpec };

/** Creates the object under a name that nothing else has. */
export async function make(client: Client, collection: string, object: Json): Promise<Made> {
  const name = uniqueName("a");
  const answer = await client.create(collection, { ...object, metadata: { name, ...object.metadata } });
  assertAnswer(answer, 201);
  return { name, path: `${collection}/${answer.body.metadata.name}`, body: answer.body };
}

/** Asserts that the object, without what every object has, is exactly this. */
export function assertWhole({ metadata: _, kind: __, apiVersion: ___, ...rest }: Json, expected: Json): void {
  assert.deepEqual(rest, expected);
}

const causeReasons: Record<string, string> = {
  "Required value": "FieldValueRequired",
  "Invalid value": "FieldValueInvalid",
  "Duplicate value": "FieldValueDuplicate",
  "Unsupported value": "FieldValueNotSupported",
  Forbidden: "FieldValueForbidden",
  "Too long": "FieldValueTooLong",
};

/**
 * Asserts that the answer refuses an object for these problems, in this order. The subject is written as in the message, `Kind.group "name"`,
 * and so is a problem, `field: text`: message, causes and details all follow from them.
 */
export function assertInvalid(answer: Answer, subject: string, ...problems: string[]): void {
  const [, kind = "", group, name = ""] = /^([^.]+?)(?:\.(\S+))? "(.*)"$/.exec(subject) ?? [];
  const causes = problems.map((problem) => {
    const [, field, message = ""] = /^(.+?): (.*)$/s.exec(problem) ?? [];
    return { reason: causeReasons[message.split(":", 1)[0] as string], message, field };
  });
  const all = problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`;
  const details = { name, group, kind, causes };
  assertStatus(answer, 422, "Invalid", `${subject} is invalid: ${all}`, { details });
}
