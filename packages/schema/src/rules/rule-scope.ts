/**
 * A place in a schema as the check of rules sees it: the type of `self` there, and how many such values one object can hold.
 *
 * A type is taken from the place above where rules were met on the way down, because what they see of metadata, say, is what the rules
 * below it see. Elsewhere it is declared from the schema of the place alone.
 */
import type { StructuralSchema } from "../structural-schema.ts";
import { type DeclaredType, declareType } from "./declared-type.ts";
import { escapeFieldName } from "./escape-field-name.ts";
import { multiplyCosts, RuleCosts } from "./rule-costs.ts";

/** The way from a place to one below it: a field by its name, or the values of a list or map. */
export type ScopeStep = { readonly property: string } | "element";

export class RuleScope {
  readonly costs: RuleCosts;
  /** The product of all limits on the way; `undefined` where a list or map has none. */
  readonly maxCardinality: number | undefined;
  readonly #schema: StructuralSchema;
  readonly #parent: RuleScope | undefined;
  readonly #step: ScopeStep | undefined;
  readonly #isBelowRules: boolean;
  #declared: { readonly type: DeclaredType | undefined } | undefined;

  constructor(schema: StructuralSchema, parent?: RuleScope, step?: ScopeStep) {
    this.#schema = schema;
    this.#parent = parent;
    this.#step = step;
    this.#isBelowRules = parent?.hasRulesAround === true;
    this.costs = parent?.costs ?? new RuleCosts();
    this.maxCardinality = parent ? parent.#childCardinality() : 1;
    // Declaring a list declares what is in it: that is done out here, while the walk has not gone deep.
    if (!this.#isBelowRules && this.hasRulesAround) this.#declared = { type: this.#declare() };
  }

  /** Whether this schema or one around it has rules. */
  get hasRulesAround(): boolean {
    return this.#isBelowRules || (this.#schema["x-kubernetes-validations"]?.length ?? 0) > 0;
  }

  /** The type of `self`; `undefined` where it, or one around it that rules see, cannot be declared. */
  get declared(): DeclaredType | undefined {
    // From the outside in, so that deep schemas do not need a deep stack.
    const pending: RuleScope[] = [];
    for (let at: RuleScope | undefined = this; at && !at.#declared; at = at.#isBelowRules ? at.#parent : undefined) {
      pending.push(at);
    }
    for (const scope of pending.reverse()) scope.#declared = { type: scope.#declare() };
    return this.#declared?.type;
  }

  #declare(): DeclaredType | undefined {
    if (this.#parent && this.#isBelowRules) {
      const around = this.#parent.declared;
      if (!around) return undefined;
      const seen = this.#seenFrom(around);
      if (seen) return seen;
    }
    const isResourceRoot = !this.#parent || this.#schema["x-kubernetes-embedded-resource"] === true;
    return declareType(this.#schema, isResourceRoot);
  }

  #seenFrom(around: DeclaredType): DeclaredType | undefined {
    const step = this.#step;
    if (typeof step !== "object") return around.element;
    const name = escapeFieldName(step.property);
    return name === undefined ? undefined : around.fields?.get(name)?.declared;
  }

  #childCardinality(): number | undefined {
    const factor = maxElementsOf(this.#schema);
    return this.maxCardinality === undefined || factor === undefined
      ? undefined
      : multiplyCosts(this.maxCardinality, factor);
  }
}

/** By how much a schema multiplies the values below it; `undefined` where it sets no limit. */
function maxElementsOf({ type, additionalProperties, maxItems, maxProperties }: StructuralSchema): number | undefined {
  if (type === "array") return maxItems == null ? undefined : Math.max(0, maxItems);
  if (type !== "object" || additionalProperties == null) return 1;
  return maxProperties == null ? undefined : Math.max(0, maxProperties);
}
