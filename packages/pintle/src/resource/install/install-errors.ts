/** Why a resource is not installed, in words on what there is in the cluster and what to do about it. */
import { type ApiError, UsageError } from "@pintle/machinery";

export function explainConflict(name: string, error: ApiError): UsageError {
  const causes = error.status.details?.causes ?? [];
  const fields = new Map<string, string[]>();
  for (const { message = "", field = "" } of causes) {
    const [, manager = "somebody else"] = /^conflict with "([^"]*)"/.exec(message) ?? [];
    fields.set(manager, [...(fields.get(manager) ?? []), field]);
  }
  const told = [...fields].map(([manager, paths]) => `${JSON.stringify(manager)} (${paths.join(", ")})`);
  const whose = told.length > 0 ? told.join(" and ") : error.message;
  return new UsageError(
    "PINTLE_INSTALL_CONFLICT",
    `parts of ${name} belong to ${whose}: install with force to take them over, or leave the definition to who manages it`,
    { cause: error },
  );
}

export function explainTimeout(name: string, timeoutMs: number, last: string, cause: unknown): UsageError {
  return new UsageError(
    "PINTLE_INSTALL_TIMEOUT",
    `${name} was not served after ${timeoutMs / 1_000} s (it ${last}): look at the conditions that kubectl describe crd ${name} shows`,
    { cause },
  );
}

export interface NameOwner {
  /** Of the other definition. */
  readonly definition: string;
  readonly names: readonly string[];
}

export function explainNames(name: string, why: string, owners: readonly NameOwner[]): UsageError {
  const who = owners.map(({ definition, names }) => `${definition} has ${names.map(quote).join(" and ")}`).join(", ");
  const remedy = "declare other names, or remove that definition";
  return new UsageError(
    "PINTLE_INSTALL_NAMES_TAKEN",
    `the names of ${name} are not accepted (${why}): ${who === "" ? "" : `${who}; `}${remedy}`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text);
}
