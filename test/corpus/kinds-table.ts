/**
 * What is enforced of each built-in kind, as rows of docs/compatibility.md: from the resources that the control plane serves, from the
 * answers of the corpus less those that are known to differ, and from what its controllers follow.
 */
import { columnsOf, createBuiltInResources } from "@pintle/controlplane";
import { type BuiltInResource, builtInResources } from "@pintle/kinds/tables";
import { createSeededRandom, createVirtualClock, formatGroupResource } from "@pintle/machinery";
import { type Comparison, compareSequence, type Sort } from "./agreement.ts";
import { kindName } from "./asked-resource.ts";
import { readRecording, recordedFiles } from "./corpus.ts";
import { missingControllers, readFollowers } from "./followed-kinds.ts";
import { readKnownDifferences } from "./known-differences.ts";
import type { RecordedAnswer } from "./play.ts";

const heads = [
  "kind",
  "completed as recorded",
  "refused as recorded",
  "what may not change",
  "generation",
  "subresources",
  "columns",
  "controllers that follow it",
  "not here",
];

/** The words in which the real server refuses a change that would be fine in a new object. */
const unchangeable =
  /immutable|may not (be )?(change|add|remove|update)|can ?not (be )?(change|modif|update)|must not update|^Forbidden: updates to /i;

interface Recorded {
  readonly comparisons: readonly Comparison[];
  /** By kind, the fields whose changes are refused. */
  readonly fixedFields: ReadonlyMap<string, ReadonlySet<string>>;
}

export function createKindRows(): string[] {
  const recorded = readRecorded();
  const followers = readFollowers();
  const controllers = new Set([...followers.values()].flat());
  const resources = [...Map.groupBy(builtInResources, nameOf)];
  const rows = resources.map(([name, versions]) => [
    ...describeKind(name, versions, recorded),
    (followers.get(name) ?? []).join(", "),
    missingControllers(name, controllers).join(", "),
  ]);
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function nameOf({ group, plural }: Pick<BuiltInResource, "group" | "plural">): string {
  return formatGroupResource({ group, resource: plural });
}

const served = createServed();

function createServed(): ReturnType<typeof createBuiltInResources> {
  const never = () => Promise.reject(new Error("nothing is asked for"));
  return createBuiltInResources({
    ...{ clock: createVirtualClock(), random: createSeededRandom(42) },
    objects: { get: never, rewrite: never, delete: never, list: never },
    reviews: { mayAccess: never, authenticate: never, rulesOf: never, audiences: [], issueToken: never },
  });
}

function describeKind(
  name: string,
  versions: readonly BuiltInResource[],
  { comparisons, fixedFields }: Recorded,
): string[] {
  const [resource] = versions as [BuiltInResource];
  const kind = kindName(resource);
  const found = served.find((each) => nameOf(each) === name);
  const own = comparisons.filter((each) => each.kind === kind);
  const hasDefaults = found?.versions.some((version) => version.default !== undefined) === true;
  return [
    `${kind}, ${versions.map(({ version }) => version).join(" and ")}`,
    describeShare(own, "created", hasDefaults ? "has defaults, not recorded" : "has no defaults"),
    describeShare(own, "refused", found?.strategy.validateCreate ? "has rules, not recorded" : "metadata alone"),
    [...(fixedFields.get(kind) ?? [])].toSorted().map(code).join(", "),
    found?.strategy.generation ? "counted" : "",
    Object.keys(found?.subresources ?? {})
      .map(code)
      .join(", "),
    columnsOf(resource) ? String(resource.columns.length) : "those of all",
  ];
}

function code(text: string): string {
  return `\`${text}\``;
}

function describeShare(comparisons: readonly Comparison[], sort: Sort, otherwise: string): string {
  const asked = comparisons.filter((each) => each.sort === sort);
  if (asked.length === 0) return otherwise;
  const same = asked.filter(({ differs }) => differs.length === 0).length;
  return same === asked.length ? `all ${same}` : `${same} of ${asked.length}`;
}

/** The recorded answers, each with what is known to differ. */
function readRecorded(): Recorded {
  const known = readKnownDifferences();
  const comparisons: Comparison[] = [];
  const fixedFields = new Map<string, Set<string>>();
  for (const file of recordedFiles()) {
    for (const [name, recorded] of readRecording(file)) {
      const found = compareSequence(file, { name, recorded, answered: recorded });
      for (const [index, comparison] of found.entries()) {
        const differs = known[comparison.kind]?.[comparison.name]?.differs ?? [];
        comparisons.push({ ...comparison, differs });
        if (differs.length > 0) continue;
        const fields = fixedFields.get(comparison.kind) ?? new Set();
        for (const field of fixedIn(recorded[index])) fields.add(field);
        fixedFields.set(comparison.kind, fields);
      }
    }
  }
  return { comparisons, fixedFields };
}

/** The fields that a change was refused for, without the numbers and keys of items. */
function fixedIn(answer: RecordedAnswer | undefined): string[] {
  const causes: readonly { field: string; message: string }[] = answer?.body?.details?.causes ?? [];
  return causes
    .filter(({ field, message }) => answer?.status === 422 && unchangeable.test(message) && field !== "patch")
    .map(({ field }) => field.replace(/\[[^\]]*\]/g, "[]"));
}

/** The answers that differ, by kind, each with the reason that is known. */
export function createDifferenceRows(): string[] {
  const rows = Object.entries(readKnownDifferences()).flatMap(([kind, entries]) =>
    [...Map.groupBy(Object.values(entries), ({ why }) => why)].map(
      ([why, same]) =>
        `| ${kind} | ${same.length} | ${[...new Set(same.flatMap(({ differs }) => differs))].join(", ")} | ${why} |`,
    ),
  );
  return ["| kind | answers | differ in | why |", "|---|---|---|---|", ...rows];
}
