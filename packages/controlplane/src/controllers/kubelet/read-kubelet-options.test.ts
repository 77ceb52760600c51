import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "@pintle/machinery";
import { defaultKubeletStages } from "./default-stages.ts";
import { createKubelet } from "./kubelet.ts";
import { readKubeletOptions } from "./read-kubelet-options.ts";

const stage = { name: "slow", selector: { moment: "ContainerCreating" }, next: { state: { running: {} } } };
const wrong: readonly (readonly [value: JsonValue, complaint: string])[] = [
  [[], "it must be an object, not []"],
  [null, "it must be an object, not null"],
  [{ stage: [] }, "stage is unknown: write stages, images"],
  [{ stages: {} }, "stages must be a list, not {}"],
  [{ stages: [stage, "slow"] }, 'stages[1] must be an object, not "slow"'],

  [{ stages: [{ name: "a", next: {} }] }, "stages[0].selector is missing"],
  [{ stages: [{ ...stage, selector: {} }] }, "stages[0].selector.moment is missing"],
  [
    { stages: [{ ...stage, selector: { moment: "" } }] },
    'stages[0].selector.moment must be a text that is not empty, not ""',
  ],
  [
    { stages: [{ ...stage, selector: { moment: "Running", labels: { app: 1 } } }] },
    'stages[0].selector.labels["app"] must be a text, not 1',
  ],
  [
    { stages: [{ ...stage, selector: { moment: "Running", roles: ["main", "boss"] } }] },
    'stages[0].selector.roles[1] must be one of init, sidecar, main, ephemeral, not "boss"',
  ],
  [{ stages: [{ ...stage, delay: { ms: -1 } }] }, "stages[0].delay.ms must be a number of milliseconds, not -1"],
  [
    { stages: [{ ...stage, delay: { ms: 1, until: "command" } }] },
    'stages[0].delay must be an object with one of ms, until, not {"ms":1,"until":"command"}',
  ],
  [
    { stages: [{ ...stage, next: { state: {} } }] },
    "stages[0].next.state must be an object with one of waiting, running, terminated, not {}",
  ],
  [
    { stages: [{ ...stage, next: { state: { terminated: { exitCode: 256 } } } }] },
    "stages[0].next.state.terminated.exitCode must be a whole number from 0 to 255, not 256",
  ],
  [{ images: [{ pullError: "not found" }] }, "images[0].name is missing"],
  [{ images: [{ name: "a", exitCode: "1" }] }, 'images[0].exitCode must be a whole number from 0 to 255, not "1"'],
];

for (const [value, complaint] of wrong) {
  test(`a mistake in what is known of nodes is told with its field: ${complaint}`, () => {
    assert.throws(() => readKubeletOptions(value), { code: "PINTLE_STAGE_INVALID", message: complaint });
  });
}

test("stages that were written come before the usual ones, which can be written themselves", () => {
  assert.deepEqual(readKubeletOptions({}), { stages: defaultKubeletStages, images: [] });
  const images = [{ name: "broken:*", pullError: "not found", exitCode: 1, exitAfterMs: 5, output: "hi" }];
  const read = readKubeletOptions({ stages: [stage], images });
  assert.deepEqual(read, { stages: [stage, ...defaultKubeletStages], images });
  const usual = readKubeletOptions({ stages: JSON.parse(JSON.stringify(defaultKubeletStages)) });
  assert.deepEqual(usual.stages, [...defaultKubeletStages, ...defaultKubeletStages]);
  createKubelet(usual);
});
