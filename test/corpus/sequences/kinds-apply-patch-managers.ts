/** Kind after kind: two managers and one field. */
import { contestedFields } from "../contested-fields.ts";
import { contestsOf } from "../contests.ts";
import type { Sequence } from "../sequence.ts";

export const sequences: readonly Sequence[] = contestedFields.flatMap(contestsOf);
