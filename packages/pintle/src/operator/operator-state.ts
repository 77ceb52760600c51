/** All that a running operator remembers between runs. Nothing of it is needed to go on: a new process begins with none. */
import type { Metrics } from "@pintle/runtime";
import { AppliedChildren } from "./applied-children.ts";
import { Failures } from "./failures.ts";
import { ToldRights } from "./missing-rights.ts";
import type { Operator } from "./operator-definition.ts";
import { fieldManagerOf } from "./operator-names.ts";
import { ReadTracker } from "./read-tracker.ts";
import { Schedule } from "./schedule.ts";

export class OperatorState {
  readonly applied: AppliedChildren;
  readonly tracker = new ReadTracker();
  readonly schedule: Schedule;
  readonly failures: Failures;
  readonly toldRights = new ToldRights();

  constructor(operator: Operator, metrics: Metrics | undefined) {
    this.applied = new AppliedChildren(fieldManagerOf(operator));
    this.schedule = new Schedule(operator.name);
    this.failures = new Failures(operator.name, metrics);
  }

  /** The object is gone. */
  forget(request: string): void {
    this.applied.forget(request);
    this.tracker.forget(request);
    this.schedule.forget(request);
    this.failures.forget(request);
    this.toldRights.forget(request);
  }
}
