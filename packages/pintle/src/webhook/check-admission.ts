/** What is wrong with admission as it was written, told where it was written and not when the first object comes. */
import { type AnyKind, UsageError } from "@pintle/machinery";
import type { AdmissionWebhookOptions } from "@pintle/runtime";

const operations: readonly unknown[] = ["CREATE", "UPDATE"];

export function checkAdmission(kind: AnyKind, admission: AdmissionWebhookOptions<AnyKind>): void {
  const whose = `the webhook for ${kind.kind}`;
  if (admission.default === undefined && admission.validate === undefined) {
    throw new UsageError(
      "PINTLE_WEBHOOK_EMPTY",
      `${whose} does nothing: give it a function default, validate, or both`,
    );
  }
  const asked: readonly unknown[] = admission.operations ?? operations;
  if (asked.length === 0) {
    throw invalid(`${whose} has no operations: leave them out for CREATE and UPDATE, or name one of them`);
  }
  for (const operation of asked) {
    if (operations.includes(operation)) continue;
    const remedy = operation === "DELETE" ? "write deletes: true for deletions" : "write CREATE, UPDATE or both";
    throw invalid(`${whose} cannot be asked about ${JSON.stringify(operation)}: ${remedy}`);
  }
  if (admission.deletes === true && admission.validate === undefined) {
    throw invalid(`${whose} asks about deletions and has nobody to judge them: give it a function validate`);
  }
}

function invalid(message: string): UsageError {
  return new UsageError("PINTLE_WEBHOOK_OPERATIONS_INVALID", message);
}
