/**
 * Which of the names that a definition asks for it gets: those that no other definition of its group has.
 *
 * A name that is taken leaves what was accepted before; the condition tells of the last one that was. A definition that is served keeps
 * being served under its old names.
 */
import { equalJson, type JsonValue, quoteGo } from "@pintle/machinery";
import { type Definition, type DefinitionCondition, type DefinitionNames, findCondition } from "./definition.ts";

export interface NamesVerdict {
  readonly names: DefinitionNames;
  /** NamesAccepted, and what follows from it for Established. */
  readonly conditions: readonly DefinitionCondition[];
}

/** `undefined` where there is nothing to say that the status does not say already. `others` are the definitions of the group. */
export function acceptNames(definition: Definition, others: Iterable<Definition>): NamesVerdict | undefined {
  const asked = definition.spec.names;
  const accepted = definition.status?.acceptedNames ?? {};
  if (isSame(asked, accepted)) return undefined;
  const taken = takenNames(others);
  const conflicts: { readonly reason: string; readonly message: string }[] = [];
  const choose = (key: "plural" | "singular" | "kind" | "listKind", used: ReadonlySet<string>): string => {
    const [wanted, had] = [asked[key] ?? "", accepted[key] ?? ""];
    if (wanted === had || !used.has(wanted)) return wanted;
    conflicts.push({ reason: `${reasonOf[key]}Conflict`, message: `${quoteGo(wanted)} is already in use` });
    return had;
  };
  const plural = choose("plural", taken.resources);
  const singular = choose("singular", taken.resources);
  const shortNames = chooseShortNames(asked, accepted, taken.resources, conflicts);
  const kind = choose("kind", taken.kinds);
  const listKind = choose("listKind", taken.kinds);
  const names: DefinitionNames = {
    plural,
    ...(singular !== "" && { singular }),
    ...(shortNames.length > 0 && { shortNames }),
    kind,
    ...(listKind !== "" && { listKind }),
    ...(asked.categories?.length && { categories: asked.categories }),
  };
  const conflict = conflicts.at(-1);
  const naming: DefinitionCondition = {
    type: "NamesAccepted",
    ...(conflict
      ? { status: "False", ...conflict }
      : { status: "True", reason: "NoConflicts", message: "no conflicts found" }),
  };
  if (isSame(names, accepted) && isEquivalent(naming, findCondition(definition, naming.type))) return undefined;
  return { names, conditions: [naming, establishing(definition, conflict === undefined)] };
}

const reasonOf = { plural: "Plural", singular: "Singular", kind: "Kind", listKind: "ListKind" } as const;

function chooseShortNames(
  asked: DefinitionNames,
  accepted: DefinitionNames,
  used: ReadonlySet<string>,
  conflicts: { readonly reason: string; readonly message: string }[],
): readonly string[] {
  const had = accepted.shortNames ?? [];
  const wanted = asked.shortNames ?? [];
  const clashes = wanted.filter((name) => !had.includes(name) && used.has(name));
  if (clashes.length === 0) return wanted;
  const texts = [...new Set(clashes)].map((name) => `${quoteGo(name)} is already in use`);
  const message = texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
  conflicts.push({ reason: "ShortNamesConflict", message });
  return had;
}

/** A definition is not established by this, only made ready for it. */
function establishing(definition: Definition, isAccepted: boolean): DefinitionCondition {
  const before = findCondition(definition, "Established");
  if (before?.status === "True") return before;
  if (isAccepted) {
    const message = "the initial names have been accepted";
    return { type: "Established", status: "False", reason: "Installing", message };
  }
  const message = "not all names are accepted";
  return before ?? { type: "Established", status: "False", reason: "NotAccepted", message };
}

function takenNames(others: Iterable<Definition>) {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { status } of others) {
    const { plural = "", singular = "", shortNames = [], kind = "", listKind = "" } = status?.acceptedNames ?? {};
    for (const name of [plural, singular, ...shortNames]) resources.add(name);
    for (const name of [kind, listKind]) kinds.add(name);
  }
  return { resources, kinds };
}

export function isEquivalent(left: DefinitionCondition, right: DefinitionCondition | undefined): boolean {
  return left.status === right?.status && left.reason === right.reason && left.message === right.message;
}

function isSame(left: DefinitionNames, right: DefinitionNames): boolean {
  return equalJson(left as JsonValue, right as JsonValue);
}
