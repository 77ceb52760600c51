/**
 * Which items two lists have in common, in order: what a diff leaves alone.
 *
 * Equal ends are found first. What remains is searched by Myers' algorithm, which is fast where lists differ little; after
 * `maxEdits` removals and insertions it gives up and calls the rest different, so that the cost stays linear.
 *
 * ```text
 *   from  a b c d e f      common: a | c d | f
 *   to    a c d x f
 * ```
 */

/** A run of equal items: `count` of them, from these positions on. */
export interface CommonRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const maxEdits = 100;

/** The first round, which may not edit yet, enters its one diagonal at the start of both lists. */
const beforeFirstRound: ReadonlyMap<number, number> = new Map([[1, 0]]);

export function findCommonItems<Item>(
  from: readonly Item[],
  to: readonly Item[],
  equal: (left: Item, right: Item) => boolean,
): CommonRun[] {
  const same = (left: number, right: number) => equal(from[left] as Item, to[right] as Item);
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  // A pair that was just found different, the only one left between the ends, is not compared again.
  const lengthsDiffer = from.length !== to.length;
  while (tail < shorter - head - (lengthsDiffer ? 0 : 1) && same(from.length - 1 - tail, to.length - 1 - tail)) tail++;

  const fromEnd = from.length - tail;
  const toEnd = to.length - tail;
  const middle = findMiddle(fromEnd - head, toEnd - head, (left, right) => same(head + left, head + right));
  return [
    { from: 0, to: 0, count: head },
    ...middle.map((run) => ({ ...run, from: head + run.from, to: head + run.to })),
    { from: fromEnd, to: toEnd, count: tail },
  ].filter((run) => run.count > 0);
}

/**
 * Myers' greedy search. A diagonal holds all positions with the same difference `from - to`; `reach[diagonal]` is how far
 * on it one gets with the edits so far. Each round allows one edit more, and is kept to find the way back.
 */
function findMiddle(fromLength: number, toLength: number, same: (left: number, right: number) => boolean): CommonRun[] {
  if (fromLength === 0 || toLength === 0 || (fromLength === 1 && toLength === 1)) return [];
  const goal = fromLength - toLength;
  const rounds: ReadonlyMap<number, number>[] = [];
  let reach = beforeFirstRound;
  for (let edits = 0; edits <= maxEdits; edits++) {
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let left = enter(reach, diagonal, edits);
      while (left < fromLength && left - diagonal < toLength && same(left, left - diagonal)) left++;
      next.set(diagonal, left);
    }
    rounds.push(next);
    if (reached(next, goal) >= fromLength) return traceBack(rounds, goal);
    reach = next;
  }
  return [];
}

/** Where a round starts on a diagonal: next to the neighbour that came further. */
function enter(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return isInsertion(reach, diagonal, edits) ? reached(reach, diagonal + 1) : reached(reach, diagonal - 1) + 1;
}

/** Whether a round's edit on this diagonal takes an item of `to`, coming from the diagonal above, or drops one of `from`. */
function isInsertion(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && reached(reach, diagonal - 1) < reached(reach, diagonal + 1);
}

function reached(reach: ReadonlyMap<number, number>, diagonal: number): number {
  return reach.get(diagonal) ?? -1;
}

function traceBack(rounds: readonly ReadonlyMap<number, number>[], goal: number): CommonRun[] {
  const runs: CommonRun[] = [];
  let diagonal = goal;
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const before = rounds[edits - 1] ?? beforeFirstRound;
    const start = enter(before, diagonal, edits);
    const count = reached(rounds[edits] ?? before, diagonal) - start;
    if (count > 0) runs.push({ from: start, to: start - diagonal, count });
    diagonal += isInsertion(before, diagonal, edits) ? 1 : -1;
  }
  return runs.reverse();
}
