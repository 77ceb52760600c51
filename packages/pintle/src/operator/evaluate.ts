/**
 * The pure middle of a run: from an object, and what there is, to what there shall be and what to report. The controller does it between
 * reading and writing, `render` without a cluster.
 *
 * ```text
 *   object ──▶ completed by admission.default ──▶ desired ──▶ whole manifests ──▶ status
 * ```
 */
import type { Logger } from "@pintle/machinery";
import { type AnyObject, arrangeChildren, childId, type FoundChild } from "./children.ts";
import { completeObject } from "./complete-object.ts";
import { type NextStatus, statusAfterSuccess } from "./next-status.ts";
import type {
  AnyOperatorDefinition,
  AnyReportedStatus,
  DesiredContext,
  Operator,
  ReadContext,
  StatusContext,
} from "./operator-definition.ts";
import { type PlannedChild, planChildren } from "./plan-children.ts";
import { createReads, type ObjectSource, type ReadObserver } from "./reads.ts";
import type { Owned, Owns } from "./slots.ts";

export interface EvaluateContext {
  /** What `read` and `list` find. */
  readonly source: ObjectSource;
  /** The children that there are. */
  readonly children: readonly FoundChild[];
  readonly logger: Logger;
  /** When it is, as conditions write it: `2026-01-31T12:00:00Z`. */
  readonly now: string;
  readonly observer?: ReadObserver;
}

export interface Evaluation {
  /** As `admission.default` completed it. */
  readonly object: AnyObject;
  /** What is to be applied, in this order. All other children go. */
  readonly children: readonly PlannedChild[];
  /** The whole status, as it is written when the children are as desired. */
  readonly status: NextStatus;
}

/** Of an object that is in no cluster yet the uid is missing, which labels and references hold: zeros stand for it. */
const noUid = "00000000-0000-0000-0000-000000000000";

export async function evaluate(operator: Operator, object: AnyObject, context: EvaluateContext): Promise<Evaluation> {
  const { metadata } = object;
  const identified = metadata.uid === undefined ? { ...object, metadata: { ...metadata, uid: noUid } } : object;
  const completed = await startEvaluation(operator, identified, context);
  const children = await completed.desire(context.children);
  const reported = await completed.report(context.children, children);
  const kinds = children.map(({ kind }) => kind);
  return {
    ...{ object: completed.object, children },
    status: statusAfterSuccess(operator, object, { reported, kinds, now: context.now }),
  };
}

/** An evaluation step by step, for who applies the children before their status is asked for. */
export interface StartedEvaluation {
  readonly object: AnyObject;
  desire(children: readonly FoundChild[]): Promise<readonly PlannedChild[]>;
  /** Nothing where the operator says nothing. */
  report(children: readonly FoundChild[], planned: readonly PlannedChild[]): Promise<AnyReportedStatus | undefined>;
}

export async function startEvaluation(
  operator: Operator,
  object: AnyObject,
  { source, observer, logger }: Pick<EvaluateContext, "source" | "observer" | "logger">,
): Promise<StartedEvaluation> {
  const { owns, definition } = operator;
  const reads = createReads(operator, object, source, observer);
  const completed = await completeObject(operator, object, reads, logger);
  const argument = completed as Parameters<NonNullable<AnyOperatorDefinition["desired"]>>[0];
  return {
    object: completed,
    async desire(children) {
      if (definition.desired === undefined) return [];
      const context: DesiredContext<Owns> = { ...reads, owned: ownedOf(owns, children), logger };
      return planChildren(owns, completed, await definition.desired(argument, context));
    },
    async report(children, planned) {
      const wanted = new Set(planned.map(({ kind, place }) => childId(kind, place)));
      const context: ReadContext & StatusContext = { ...reads, logger };
      return await definition.status?.(argument, ownedOf(owns, children, wanted), context);
    },
  };
}

function ownedOf(owns: Owns, children: readonly FoundChild[], wanted?: ReadonlySet<string>): Owned<Owns> {
  // The slots decide on the types of what is in them, which a record cannot say.
  return arrangeChildren(owns, children, wanted) as Owned<Owns>;
}
