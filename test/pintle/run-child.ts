/** A program for run-program.own-test.ts: a small operator that does what the environment says when it runs. */
import { ConfigMap } from "@pintle/kinds";
import { defineOperator, defineResource, run } from "pintle";
import { z } from "zod";

const Gadget = defineResource({
  group: "gadgets.example.com",
  version: "v1",
  kind: "Gadget",
  spec: z.object({ text: z.string() }),
}).withVersion("v1beta1", {
  spec: z.object({ words: z.string() }),
  up: ({ spec }) => ({ spec: { text: spec.words } }),
  down: ({ spec }) => ({ spec: { words: spec.text } }),
});

const behaviours: Readonly<Record<string, () => Promise<void> | void>> = {
  hangs: () => new Promise(() => {}),
  forgets: () => void Promise.reject(new Error("a promise that nobody awaits")),
};

await run(() => {
  if (process.env.BEHAVIOUR === "refuses") throw new Error("the registry cannot be reached");
  return [
    defineOperator(Gadget, {
      owns: { config: ConfigMap },
      desired: async ({ spec }) => {
        process.stdout.write("begun\n");
        await behaviours[process.env.BEHAVIOUR ?? ""]?.();
        return { config: ConfigMap({ data: { text: spec.text } }) };
      },
      admission: {
        validate(gadget, review) {
          if (gadget.spec.text === "evil") review.deny("spec.text", "is not to be trusted");
        },
      },
    }),
  ];
});
