/** What the compilers of the single kinds of expressions share: what is known of the expression, and the way back to compile a part. */
import type { CelType } from "../check/cel-type.ts";
import type { CelEnvironmentDeclarations } from "../check/declare-environment.ts";
import type { CallContext } from "../check/function-declaration.ts";
import type { Expr } from "../syntax/ast.ts";
import { CelError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import type { Attribute } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** An expression as the parser or the checker gives it; what the checker found out lets the program do without looking it up. */
export interface ProgramSource {
  readonly expr: Expr;
  readonly types?: ReadonlyMap<number, CelType>;
  readonly references?: ReadonlyMap<number, ProgramReference>;
  /** The text and where the nodes stand in it, for messages: of the expression itself, or of the one that was checked. */
  readonly source?: string;
  readonly offsets?: ReadonlyMap<number, number>;
  readonly parsed?: { readonly source: string; readonly offsets: ReadonlyMap<number, number> };
}

export interface ProgramReference {
  readonly name?: string;
  readonly constant?: CelValue;
  readonly overloadIds?: readonly string[];
}

export type ProgramEnvironment = Pick<CelEnvironmentDeclarations, "functions" | "types" | "constants" | "container">;

/** A variable of a comprehension. */
export interface Local {
  readonly name: string;
  readonly slot: number;
  /** How an accumulator starts, where that is more than a constant: computed when it is first read. */
  readonly start?: Step;
  /** An accumulator that began as an empty list and is appended to in place. */
  readonly isGrowingList?: boolean;
}

/** The variables of the comprehensions around a node, innermost first. */
export interface Scope {
  readonly locals: readonly Local[];
  /** How many slots are taken from here outwards. */
  readonly depth: number;
  readonly parent?: Scope;
}

/** A compiled expression. */
export interface CompiledNode {
  readonly step: Step;
  /** The value, where it does not depend on any variable; it costs nothing then. */
  readonly constant?: CelValue;
  /** A name, a selection or an index, which a selection around it can extend. */
  readonly attribute?: Attribute;
  /** The step of an attribute without its own cost: what counts where it is a key or a branch of a conditional. */
  readonly bareStep?: Step;
}

export interface Compiler {
  readonly source: ProgramSource;
  readonly environment: ProgramEnvironment;
  readonly callContext: CallContext;
  compile(expr: Expr, scope: Scope): CompiledNode;
}

/** An expression that can never run, and at which node that shows. */
export function compileError(
  { parsed, source, offsets }: ProgramSource,
  { id }: Pick<Expr, "id">,
  message: string,
): CelError {
  const offset = (parsed?.offsets ?? offsets)?.get(id) ?? 0;
  return new CelError(parsed?.source ?? source ?? "", [{ message, offset }]);
}

export function constantNode(value: CelValue): CompiledNode {
  return { step: () => value, constant: value };
}

export function findLocal(scope: Scope, name: string): Local | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const found = at.locals.find((local) => local.name === name);
    if (found) return found;
  }
  return undefined;
}
