/** What is wrong with the names of a definition, those that it asks for and those that its status says it has. */
import { FieldError, type FieldPath, validateDns1035Label } from "@pintle/machinery";
import type { DefinitionNames } from "../definition.ts";

const mixedCase = "may have mixed case, but should otherwise match: ";

export function validateNames(names: DefinitionNames, path: FieldPath): FieldError[] {
  const { plural, singular, kind, listKind, shortNames = [], categories = [] } = names;
  const errors = [
    ...validateLabel(plural, path.child("plural")),
    ...validateLabel(singular, path.child("singular")),
    ...validateKind(kind, path.child("kind")),
    ...validateKind(listKind, path.child("listKind")),
    ...shortNames.flatMap((name, index) => validateEach(name, path.child("shortNames").index(index))),
  ];
  if (kind && kind === listKind) {
    errors.push(FieldError.invalid(path.child("listKind"), listKind, "kind and listKind may not be the same"));
  }
  return [...errors, ...categories.flatMap((name, index) => validateEach(name, path.child("categories").index(index)))];
}

/** Those without which nothing can be served. */
export function requireNames(names: DefinitionNames, path: FieldPath): FieldError[] {
  const needed = ["plural", "singular", "kind", "listKind"] as const;
  return needed.filter((key) => !names[key]).map((key) => FieldError.required(path.child(key), ""));
}

function validateLabel(name: string | undefined, path: FieldPath): FieldError[] {
  return name ? validateEach(name, path) : [];
}

function validateEach(name: string, path: FieldPath): FieldError[] {
  const complaints = validateDns1035Label(name);
  return complaints.length === 0 ? [] : [FieldError.invalid(path, name, complaints.join(","))];
}

function validateKind(kind: string | undefined, path: FieldPath): FieldError[] {
  if (!kind) return [];
  const complaints = validateDns1035Label(kind.toLowerCase());
  return complaints.length === 0 ? [] : [FieldError.invalid(path, kind, mixedCase + complaints.join(","))];
}
