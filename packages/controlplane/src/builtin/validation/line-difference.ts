/**
 * The difference of two texts in the unified form, found as Python's difflib and its ports find it: the longest run of lines that both
 * have, the first of equals, then the same on either side of it.
 */

interface Run {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

/** Lines `leftFrom`–`leftTo` of the one became `rightFrom`–`rightTo` of the other. */
interface Change {
  readonly isEqual: boolean;
  readonly leftFrom: number;
  readonly leftTo: number;
  readonly rightFrom: number;
  readonly rightTo: number;
}

const context = 3;
/** From so many lines on, lines that are found often are not looked for. */
const manyLines = 200;
/** Texts beyond this are not compared: the effort grows with the square. */
const maxLines = 20_000;

/** The changed lines with three unchanged ones around them; nothing where the texts are too long to compare. */
export function diffLines(leftText: string, rightText: string): string {
  const [left, right] = [leftText.split("\n"), rightText.split("\n")];
  if (left.length > maxLines || right.length > maxLines) return "";
  const groups = groupChanges(toChanges(findRuns(left, right), left.length, right.length));
  return groups.map((group) => formatGroup(group, left, right)).join("");
}

/** Where the lines stand on the right. */
function indexLines(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (lines.length < manyLines) return places;
  const most = Math.floor(lines.length / 100) + 1;
  for (const [line, found] of places) if (found.length > most) places.delete(line);
  return places;
}

function findRuns(left: readonly string[], right: readonly string[]): Run[] {
  const places = indexLines(right);
  const runs: Run[] = [];
  const open = [{ leftFrom: 0, leftTo: left.length, rightFrom: 0, rightTo: right.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const run = findLongest(left, right, places, range);
    if (run.length === 0) continue;
    runs.push(run);
    const { leftFrom, leftTo, rightFrom, rightTo } = range;
    const [leftEnd, rightEnd] = [run.left + run.length, run.right + run.length];
    if (leftFrom < run.left && rightFrom < run.right) {
      open.push({ leftFrom, leftTo: run.left, rightFrom, rightTo: run.right });
    }
    if (leftEnd < leftTo && rightEnd < rightTo) {
      open.push({ leftFrom: leftEnd, leftTo, rightFrom: rightEnd, rightTo });
    }
  }
  return runs.toSorted((one, other) => one.left - other.left);
}

function findLongest(
  left: readonly string[],
  right: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { leftFrom, leftTo, rightFrom, rightTo }: Omit<Change, "isEqual">,
): Run {
  let best: Run = { left: leftFrom, right: rightFrom, length: 0 };
  let lengths = new Map<number, number>();
  for (let index = leftFrom; index < leftTo; index += 1) {
    const longer = new Map<number, number>();
    for (const place of places.get(left[index] ?? "") ?? []) {
      if (place < rightFrom) continue;
      if (place >= rightTo) break;
      const length = (lengths.get(place - 1) ?? 0) + 1;
      longer.set(place, length);
      if (length > best.length) best = { left: index - length + 1, right: place - length + 1, length };
    }
    lengths = longer;
  }
  return grow(left, right, best, { leftFrom, leftTo, rightFrom, rightTo });
}

/** Lines that are not looked for still belong to a run that they touch. */
function grow(
  left: readonly string[],
  right: readonly string[],
  run: Run,
  { leftFrom, leftTo, rightFrom, rightTo }: Omit<Change, "isEqual">,
): Run {
  let { left: first, right: second, length } = run;
  while (first > leftFrom && second > rightFrom && left[first - 1] === right[second - 1]) {
    first -= 1;
    second -= 1;
    length += 1;
  }
  while (first + length < leftTo && second + length < rightTo && left[first + length] === right[second + length]) {
    length += 1;
  }
  return { left: first, right: second, length };
}

function toChanges(runs: readonly Run[], leftLength: number, rightLength: number): Change[] {
  const changes: Change[] = [];
  let [leftFrom, rightFrom] = [0, 0];
  for (const run of [...runs, { left: leftLength, right: rightLength, length: 0 }]) {
    if (leftFrom < run.left || rightFrom < run.right) {
      changes.push({ isEqual: false, leftFrom, leftTo: run.left, rightFrom, rightTo: run.right });
    }
    [leftFrom, rightFrom] = [run.left + run.length, run.right + run.length];
    const last = changes.at(-1);
    if (run.length === 0) continue;
    const equal = { isEqual: true, leftFrom: run.left, leftTo: leftFrom, rightFrom: run.right, rightTo: rightFrom };
    if (last?.isEqual) changes[changes.length - 1] = { ...equal, leftFrom: last.leftFrom, rightFrom: last.rightFrom };
    else changes.push(equal);
  }
  return changes;
}

/** Changes that are near each other stand together, with some unchanged lines before and after. */
function groupChanges(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  let group: Change[] = [];
  for (const [index, change] of changes.entries()) {
    const { isEqual, leftFrom, leftTo, rightFrom, rightTo } = change;
    if (!isEqual) {
      group.push(change);
      continue;
    }
    const head = {
      ...change,
      leftTo: Math.min(leftTo, leftFrom + context),
      rightTo: Math.min(rightTo, rightFrom + context),
    };
    const tail = {
      ...change,
      leftFrom: Math.max(leftFrom, leftTo - context),
      rightFrom: Math.max(rightFrom, rightTo - context),
    };
    if (index === 0) group.push(tail);
    else if (index === changes.length - 1) group.push(head);
    else if (leftTo - leftFrom <= 2 * context) group.push(change);
    else {
      groups.push([...group, head]);
      group = [tail];
    }
  }
  return group.some(({ isEqual }) => !isEqual) ? [...groups, group] : groups;
}

function formatGroup(group: readonly Change[], left: readonly string[], right: readonly string[]): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lines = group.flatMap(({ isEqual, leftFrom, leftTo, rightFrom, rightTo }) =>
    isEqual
      ? left.slice(leftFrom, leftTo).map((line) => ` ${line}\n`)
      : [
          ...left.slice(leftFrom, leftTo).map((line) => `-${line}\n`),
          ...right.slice(rightFrom, rightTo).map((line) => `+${line}\n`),
        ],
  );
  const ranges = `-${formatRange(first.leftFrom, last.leftTo)} +${formatRange(first.rightFrom, last.rightTo)}`;
  return `@@ ${ranges} @@\n${lines.join("")}`;
}

function formatRange(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}
