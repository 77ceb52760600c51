/** How far a server's answers agree with those that the real one gave: by kind, and in each respect that is promised. */

import { askedResource, kindName } from "./asked-resource.ts";
import type { ReplayedSequence } from "./corpus.ts";
import type { RecordedAnswer } from "./play.ts";

/** In what two answers differ; `body` is said where nothing else is. */
export type Respect = "code" | "fields" | "message" | "warnings" | "body";

/** What the real server's answer is: an object completed by it, a refusal, or anything else that it tells. */
export type Sort = "created" | "refused" | "other";

export interface Comparison {
  /** The file of sequences that the answer is from. */
  readonly file: string;
  /** Of the object that was asked for. */
  readonly kind: string;
  /** Names the answer among all of the corpus. */
  readonly name: string;
  readonly sort: Sort;
  readonly differs: readonly Respect[];
}

/** What is asked for, of a hundred, and of which answers: an answer counts where it differs in none of the respects. */
interface Promised {
  readonly what: string;
  readonly files: RegExp;
  /** All that were recorded, where it is not said. */
  readonly sort?: Sort;
  readonly respects: readonly Respect[];
  readonly least: number;
}

const kinds = /^(invalid|kinds)-/;
const wholeAnswer: readonly Respect[] = ["code", "fields", "message", "warnings", "body"];

export const promised: readonly Promised[] = [
  { what: "defaults byte for byte", files: kinds, sort: "created", respects: ["code", "body"], least: 95 },
  { what: "code and reason", files: kinds, sort: "refused", respects: ["code"], least: 97 },
  { what: "set of fields", files: kinds, sort: "refused", respects: ["fields"], least: 90 },
  { what: "message", files: kinds, sort: "refused", respects: ["message"], least: 80 },
  { what: "apply and patch", files: /^kinds-apply-patch-/, respects: wholeAnswer, least: 98 },
  { what: "rows of Tables", files: /^kinds-tables-/, respects: wholeAnswer, least: 98 },
  { what: "schemas and CEL rules", files: /^(cel|crd-schemas)-/, respects: wholeAnswer, least: 97 },
];

export function compareSequence(file: string, { name, recorded, answered }: ReplayedSequence): Comparison[] {
  return recorded.map((wanted, index) => {
    const resource = askedResource(wanted.request);
    return {
      file,
      kind: resource ? kindName(resource) : "others",
      name: `${file}: ${name}${recorded.length === 1 ? "" : `, ${index + 1}. ${wanted.request}`}`,
      sort: sortOf(wanted),
      differs: differencesBetween(wanted, answered[index]),
    };
  });
}

function sortOf({ request, status, body }: RecordedAnswer): Sort {
  if (status >= 400) return "refused";
  const resource = status === 201 && request.startsWith("POST ") ? askedResource(request) : undefined;
  return resource?.verbs.includes("get") && body.kind === resource.kind ? "created" : "other";
}

export function differencesBetween(wanted: RecordedAnswer, got: RecordedAnswer | undefined): Respect[] {
  if (got === undefined) return ["code"];
  const isDifferent = (read: (answer: RecordedAnswer) => unknown) =>
    JSON.stringify(read(wanted)) !== JSON.stringify(read(got));
  const found: Respect[] = [];
  if (isDifferent(({ status, body }) => [status, reasonOf(body)])) found.push("code");
  if (isDifferent(fieldsOf)) found.push("fields");
  if (isDifferent(({ body }) => (body?.kind === "Status" ? body.message : undefined))) found.push("message");
  if (isDifferent(({ warnings }) => warnings)) found.push("warnings");
  if (found.length === 0 && isDifferent(({ body }) => body)) found.push("body");
  return found;
}

function reasonOf(body: RecordedAnswer["body"]): string | undefined {
  return body?.kind === "Status" ? body.reason : undefined;
}

function fieldsOf({ body }: RecordedAnswer): string[] {
  const causes: readonly { readonly field?: string }[] = (body?.kind === "Status" && body.details?.causes) || [];
  return [...new Set(causes.map(({ field = "" }) => field))].toSorted();
}

export interface Share {
  readonly same: number;
  readonly of: number;
}

export function shareOf(
  comparisons: readonly Comparison[],
  { files, sort, respects }: Pick<Promised, "files" | "sort" | "respects">,
): Share {
  const asked = comparisons.filter((each) => files.test(each.file) && (sort === undefined || each.sort === sort));
  const same = asked.filter(({ differs }) => !differs.some((respect) => respects.includes(respect)));
  return { same: same.length, of: asked.length };
}

export function percent({ same, of }: Share): number {
  return of === 0 ? 100 : (100 * same) / of;
}

/** A promise of which nothing was recorded is not kept. */
export function isKept(share: Share, { least }: Pick<Promised, "least">): boolean {
  return share.of > 0 && percent(share) >= least;
}

/** A line for each kind: how many answers of each sort there are, and how many agree in what is promised. */
export function describeKinds(comparisons: readonly Comparison[]): string {
  const byKind = [...Map.groupBy(comparisons, ({ kind }) => kind)].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return byKind
    .map(([kind, own]) => {
      const shares = promised.map((each) => ({ what: each.what, ...shareOf(own, each) })).filter(({ of }) => of > 0);
      return `${kind}: ${shares.map(({ what, same, of }) => `${what} ${same} of ${of}`).join(", ")}`;
    })
    .join("\n");
}
