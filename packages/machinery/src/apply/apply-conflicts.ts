/** What an apply finds in the hands of others, and the answer that tells: 409 with one cause per field. */
import { ApiError } from "../errors/api-error.ts";
import { quoteGo } from "../text/go-text.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import type { FieldManager, FieldManagers } from "./field-managers.ts";
import type { FieldSet } from "./field-set.ts";
import { type ElementPath, formatElementPath } from "./path-element.ts";

/** One field that the apply wants to change and another manager owns. */
export interface ApplyConflict {
  readonly manager: FieldManager;
  readonly path: ElementPath;
}

/** The conflicts one by one, manager after manager in the order of their identifiers. */
export function listConflicts(sets: ReadonlyMap<string, FieldSet>, managers: FieldManagers): ApplyConflict[] {
  return [...sets]
    .sort(([left], [right]) => compareUtf8(left, right))
    .flatMap(([identifier, set]) => {
      const manager = managers.get(identifier);
      return manager ? Array.from(set.paths(), (path) => ({ manager, path })) : [];
    });
}

export function createConflictError(conflicts: readonly ApplyConflict[]): ApiError {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${describeManager(manager)}`,
    field: formatElementPath(path),
  }));
  return ApiError.applyConflict(causes, formatConflictMessage(conflicts));
}

function formatConflictMessage(conflicts: readonly ApplyConflict[]): string {
  const [first, second] = conflicts;
  if (first !== undefined && second === undefined) {
    const { manager, path } = first;
    return `Apply failed with 1 conflict: conflict with ${describeManager(manager)}: ${formatElementPath(path)}`;
  }
  const lines: string[] = [];
  let manager: FieldManager | undefined;
  for (const conflict of conflicts) {
    if (conflict.manager !== manager) lines.push(`conflicts with ${describeManager(conflict.manager)}:`);
    manager = conflict.manager;
    lines.push(`- ${formatElementPath(conflict.path)}`);
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

function describeManager({ name, operation, apiVersion, subresource }: FieldManager): string {
  const within = subresource === "" ? "" : ` with subresource ${quoteGo(subresource)}`;
  return `${quoteGo(name)}${within}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}
