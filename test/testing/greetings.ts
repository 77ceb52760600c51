/** A small operator for tests: a Greeting asks for a ConfigMap with its text, in a language that another ConfigMap may name. */
import { ApiError } from "@pintle/machinery";
import { defineOperator, defineResource, k8s, no, type Operator, yes } from "pintle";
import { ConfigMap } from "pintle/kinds";
import { z } from "zod";

export const Greeting = defineResource({
  group: "samples.dev",
  version: "v1",
  kind: "Greeting",
  spec: z.object({
    text: k8s.defaulted(z.string().min(1).max(40)),
    copies: k8s.int32().min(1).max(5).default(1),
  }),
  rules: [{ rule: "self.spec.copies < 4 || self.metadata.name != 'few'", message: "few cannot have many copies" }],
  status: z.object({ seen: z.string() }),
  conditions: ["Ready"],
});

export interface GreetingOptions {
  /** Is called in each life, for what has a life of its own. */
  readonly onMade?: () => void;
  /** Thrown by `desired` for as long as it gives something. */
  readonly failure?: () => Error | undefined;
}

/** Ready once its ConfigMap is there. Where a ConfigMap `language` exists, it decides on what is said. */
export function greetings({ onMade, failure }: GreetingOptions = {}): Operator {
  onMade?.();
  return defineOperator(Greeting, {
    owns: { text: ConfigMap },
    reads: [ConfigMap],
    desired: (greeting, { read }) => {
      const error = failure?.();
      if (error) throw error;
      const language = read(ConfigMap, "language")?.data?.name;
      return {
        text: ConfigMap({ data: { text: language ? `${greeting.spec.text} (${language})` : greeting.spec.text } }),
      };
    },
    status: (greeting, { text }) => ({
      seen: text?.data?.text ?? "",
      conditions: { Ready: text ? yes("Said", greeting.spec.text) : no("Silent", "there is no ConfigMap yet") },
    }),
    admission: {
      default: (draft) => {
        draft.spec.text ??= "hello";
      },
      validate: (greeting, review) => {
        if (greeting.spec.text === "shout") review.deny("spec.text", "must be polite");
      },
    },
  });
}

export function greeting(name: string, spec: { readonly text?: string; readonly copies?: number } = { text: "hi" }) {
  return Greeting({ metadata: { name, namespace: "default" }, spec });
}

export function isInvalid(field: string): (error: unknown) => boolean {
  return (error) => ApiError.is(error, "Invalid") && (error as Error).message.includes(field);
}
