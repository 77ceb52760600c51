/** Checks that have no keyword: what is wrong with each, and what says the same to the API server. */
import type { z } from "zod";
import type { SchemaWalk } from "./schema-walk.ts";

export function refuseCheck(check: z.core.$ZodCheck, path: string, walk: SchemaWalk): void {
  const { check: name } = check._zod.def;
  if (name === "custom") {
    const reason = "a refinement is code, which the API server cannot run";
    walk.refuse(path, reason, 'write it as a CEL rule: k8s.rule(schema, { rule: "self …", message: "…" })');
  } else if (name === "overwrite") {
    const reason = "the API server stores what was written, it does not trim or rewrite values";
    walk.refuse(path, reason, "demand the form that is wanted by .regex(/…/), or set it in admission.default");
  } else {
    const reason = `zod's check ${name} has no counterpart in a structural schema here`;
    walk.refuse(path, reason, 'write it as a CEL rule: k8s.rule(schema, { rule: "self …", message: "…" })');
  }
}
