/**
 * An operator, as people write it:
 *
 * ```ts
 * export const modelBoxes = defineOperator(ModelBox, {
 *   owns: { deployment: Deployment, service: Service },
 *   desired: (box) => ({ deployment: Deployment({ spec: … }), service: box.spec.replicas > 0 ? Service({ spec: … }) : absent }),
 *   status: (box, { deployment }) => ({ readyReplicas: deployment?.status?.readyReplicas ?? 0, conditions: { Ready: … } }),
 * });
 * ```
 *
 * What it gives is a value: nothing runs, and nothing of it changes. Keys too many or too few in what `desired` and `status` return are compile
 * errors that name the key; what the compiler cannot see is a UsageError at once.
 */
import { type AnyKind, UsageError, validateDns1123Label } from "@pintle/machinery";
import type { Complaint, Extra } from "../resource/complaint.ts";
import type { AnyResource, ConditionsOf, DeclaredStatusOf } from "../resource/resource.ts";
import { checkAdmission } from "../webhook/check-admission.ts";
import { isMany, isSameKind, kindOfSlot } from "./children.ts";
import type { AnyOperatorDefinition, Operator, OperatorDefinition, ReportedStatus } from "./operator-definition.ts";
import { parseDelay } from "./schedule.ts";
import type { Desired, Owns, Slot } from "./slots.ts";

type MaybePromise<Value> = Value | Promise<Value>;

type StatusKeys<R extends AnyResource> = keyof DeclaredStatusOf<R["declaration"]>["shape"] | "conditions";
type ConditionsIn<Result> = Result extends { readonly conditions?: infer Conditions } ? NonNullable<Conditions> : never;

export function defineOperator<
  R extends AnyResource,
  const O extends Owns = Readonly<Record<never, never>>,
  DesiredResult extends MaybePromise<Desired<NoInfer<O>>> = Desired<NoInfer<O>>,
  StatusResult extends MaybePromise<ReportedStatus<R>> = ReportedStatus<R>,
>(
  resource: R,
  definition: OperatorDefinition<R, O, DesiredResult, StatusResult> &
    Complaint<"desired", Extra<Awaited<DesiredResult>, keyof O>, "is not declared in owns"> &
    Complaint<"status", Extra<Awaited<StatusResult>, StatusKeys<R>>, "is not a key of status"> &
    Complaint<
      "status",
      Extra<ConditionsIn<Awaited<StatusResult>>, ConditionsOf<R["declaration"]>>,
      "is not a condition of the resource"
    >,
): Operator {
  const kept = definition as unknown as AnyOperatorDefinition;
  const { name = resource.kind.toLowerCase() as string, owns = {}, reads = [] } = kept;
  checkName(name);
  for (const [slot, value] of Object.entries(owns)) checkSlot(name, slot, value);
  for (const kind of reads) if (!isKind(kind)) throw invalid(name, `reads holds ${typeof kind}, where a kind belongs`);
  checkVersions(name, owns);
  checkParts(name, kept);
  if (kept.admission !== undefined) checkAdmission(resource, kept.admission);
  return Object.freeze({ name, resource, owns, reads, definition: kept });
}

/** It becomes part of a finalizer and of a field manager, which are not as long as they like. */
function checkName(name: string): void {
  const [problem] = typeof name === "string" ? validateDns1123Label(name) : ["is no text"];
  if (problem === undefined) return;
  throw invalid(String(name), `its name ${JSON.stringify(name)} is not valid: ${problem}`);
}

const slotName = /^[A-Za-z][A-Za-z0-9-]*$/;

function checkSlot(operator: string, name: string, slot: Slot): void {
  if (!slotName.test(name)) {
    throw invalid(operator, `the slot ${JSON.stringify(name)} is not named by letters, digits and dashes`);
  }
  const isValid =
    (typeof slot === "function" || typeof slot === "object") &&
    slot !== null &&
    isKind(isMany(slot) ? kindOfSlot(slot) : slot);
  if (!isValid) throw invalid(operator, `the slot ${JSON.stringify(name)} holds neither a kind nor many(Kind)`);
}

/** The same objects in two versions would be two children to everybody who counts them. */
function checkVersions(operator: string, owns: Owns): void {
  const kinds = Object.values(owns).map(kindOfSlot);
  for (const kind of kinds) {
    const other = kinds.find((each) => isSameKind(each, kind) && each.version !== kind.version);
    if (other === undefined) continue;
    throw invalid(operator, `it owns ${kind.kind} in the versions ${kind.version} and ${other.version}: choose one`);
  }
}

function isKind(value: unknown): value is AnyKind {
  return typeof value === "function" && "apiVersion" in value && "plural" in value;
}

function checkParts(
  name: string,
  { owns = {}, desired, schedule, status, finalize, retry }: AnyOperatorDefinition,
): void {
  if (Object.keys(owns).length > 0 && desired === undefined) {
    throw invalid(name, "it owns something and has no function desired, which says what");
  }
  for (const [key, part] of Object.entries({ desired, status, finalize, retry })) {
    if (part !== undefined && typeof part !== "function") throw invalid(name, `${key} is no function`);
  }
  if (typeof schedule === "string" || typeof schedule === "number") parseDelay(schedule);
}

function invalid(name: string, why: string): UsageError {
  return new UsageError("PINTLE_OPERATOR_INVALID", `the operator ${name} cannot be defined: ${why}`);
}
