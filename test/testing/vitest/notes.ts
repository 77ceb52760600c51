/** A small operator, as somebody has it in a project that is tested with vitest. */
import { defineOperator, defineResource, no, yes } from "pintle";
import { ConfigMap } from "pintle/kinds";
import { z } from "zod";

export const Note = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Note",
  spec: z.object({ text: z.string().min(1) }),
  conditions: ["Ready"],
});

export const notes = defineOperator(Note, {
  owns: { map: ConfigMap },
  desired: ({ spec }) => ({ map: ConfigMap({ data: { text: spec.text } }) }),
  status: (_note, { map }) => ({ conditions: { Ready: map ? yes("Written") : no("Missing") } }),
  admission: {
    validate: ({ spec }, review) => {
      if (spec.text === "shout") review.deny("spec.text", "has to be polite");
    },
  },
});
