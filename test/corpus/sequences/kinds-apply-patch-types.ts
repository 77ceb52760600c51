/** Kind after kind: one field and each type of patch. */
import { contestedFields } from "../contested-fields.ts";
import { patchesOf } from "../contests.ts";
import type { Sequence } from "../sequence.ts";

export const sequences: readonly Sequence[] = contestedFields.map(patchesOf);
