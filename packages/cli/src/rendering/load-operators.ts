/**
 * Finds the operators of a project: in the module that is named, or that its package.json names as `"pintle": { "operators": "./operators.ts" }`.
 *
 * An export is an operator, an array with operators, or a function that gives either, as `run` takes it. Whoever renders uses the same copy of
 * the package `pintle` as the module does.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Operator } from "pintle";
import { CommandError } from "../run-program.ts";

export interface LoadedOperators {
  readonly operators: readonly Operator[];
  /** The framework as the module imports it. */
  readonly pintle: typeof import("pintle");
}

/** `operators.ts#modelBoxes`, in words. */
interface NamedModule {
  readonly path: string;
  readonly exported: string | undefined;
  /** Who named it, for complaints. */
  readonly by: string;
}

export async function loadOperators(flag: string | undefined): Promise<LoadedOperators> {
  const named = flag === undefined ? findInPackage(process.cwd()) : readName(flag, process.cwd(), "--operator");
  if (!existsSync(named.path)) {
    throw new CommandError(`${named.by}: there is no file ${named.path}, name the module that exports the operator`);
  }
  const pintle = await loadPintle(named);
  const operators = await operatorsOf(await loadModule(named), named);
  return { operators, pintle };
}

function readName(text: string, folder: string, by: string): NamedModule {
  const [path = "", exported] = text.split("#", 2);
  return { path: resolve(folder, path), exported: exported === "" ? undefined : exported, by };
}

/** The nearest package.json decides, as it does for npm. */
function findInPackage(start: string): NamedModule {
  const remedy = `name the module with --operator, or in package.json: "pintle": { "operators": "./operators.ts" }`;
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (existsSync(path)) {
      const named = readPackage(path).pintle?.operators;
      if (typeof named === "string") return readName(named, folder, `"pintle" in ${path}`);
      throw new CommandError(`${path} says nothing of operators: ${remedy}`);
    }
    if (folder === dirname(folder)) throw new CommandError(`there is no package.json here: ${remedy}`);
  }
}

function readPackage(path: string): { readonly pintle?: { readonly operators?: unknown } } {
  try {
    return JSON.parse(readFileSync(path, "utf8")) ?? {};
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

async function loadPintle({ path, by }: NamedModule): Promise<typeof import("pintle")> {
  let found: string;
  try {
    found = createRequire(path).resolve("pintle");
  } catch {
    throw new CommandError(`${by}: ${path} cannot find the package pintle, install it there: npm i pintle`);
  }
  return await import(pathToFileURL(found).href);
}

async function loadModule({ path, by }: NamedModule): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw new CommandError(`${by}: ${path} cannot be loaded: ${messageOf(error)}`);
  }
}

async function operatorsOf(
  module: Readonly<Record<string, unknown>>,
  named: NamedModule,
): Promise<readonly Operator[]> {
  const { path, by } = named;
  const exported = named.exported ?? (Object.hasOwn(module, "operators") ? "operators" : undefined);
  const names = Object.keys(module).sort().join(", ") || "nothing";
  if (exported === undefined) {
    const found = Object.values(module).filter(isOperator);
    if (found.length > 0) return found;
    throw new CommandError(
      `${by}: ${path} exports no operator but ${names}, say which of them gives one: ${path}#name`,
    );
  }
  if (!Object.hasOwn(module, exported)) {
    throw new CommandError(`${by}: ${path} does not export ${exported} but ${names}`);
  }
  const value = module[exported];
  const given: unknown = typeof value === "function" ? await callFactory(value as () => unknown, named) : value;
  const found = (Array.isArray(given) ? given : [given]).filter(isOperator);
  if (found.length > 0) return found;
  throw new CommandError(`${by}: ${exported} of ${path} gives no operator, export what defineOperator returns`);
}

async function callFactory(factory: () => unknown, { path, exported, by }: NamedModule): Promise<unknown> {
  try {
    return await factory();
  } catch (error) {
    const name = exported ?? "operators";
    throw new CommandError(`${by}: ${name} of ${path} is called without arguments and throws: ${messageOf(error)}`);
  }
}

function isOperator(value: unknown): value is Operator {
  return typeof value === "object" && value !== null && "resource" in value && "definition" in value;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
