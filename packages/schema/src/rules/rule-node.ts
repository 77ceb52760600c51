/**
 * The places of a schema that have rules, and the way to them.
 *
 * Parts without rules are left out, so that a walk over an object visits only what rules look at. The rules of a place are compiled when
 * the first value reaches it.
 */
import { type CelValue, createVariableReader } from "@pintle/cel";
import { getOwn, type JsonValue } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { type CompiledRule, compileRules } from "./compiled-rule.ts";
import { type DeclaredType, declareType } from "./declared-type.ts";
import { escapeFieldName } from "./escape-field-name.ts";

export class RuleNode {
  readonly schema: StructuralSchema;
  /** Absent where the schema says too little for rules to see its values: then its rules cannot be compiled. */
  readonly declared: DeclaredType | undefined;
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly additional: RuleNode | undefined;
  readonly items: RuleNode | undefined;
  readonly hasRules: boolean;
  #rules: readonly CompiledRule[] | undefined;
  #read: ((json: CelValue) => CelValue) | undefined;
  #hasTransitionRule: boolean | undefined;

  constructor(schema: StructuralSchema, declared: DeclaredType | undefined) {
    this.schema = schema;
    this.declared = declared;
    this.properties = propertiesWithRules(schema, declared);
    this.additional = elementWithRules(additionalSchemaOf(schema), declared);
    this.items = elementWithRules(itemsOfSchema(schema), declared);
    this.hasRules = (schema["x-kubernetes-validations"] ?? []).length > 0;
  }

  get isEmpty(): boolean {
    return !this.hasRules && this.properties.size === 0 && !this.additional && !this.items;
  }

  get rules(): readonly CompiledRule[] {
    this.#rules ??= this.declared ? compileRules(this.schema, this.declared) : [];
    return this.#rules;
  }

  /** A value of this place as its rules see it, each of them the same. */
  read(json: JsonValue): CelValue {
    this.#read ??= this.declared ? createVariableReader(this.declared.type) : (value) => value;
    return this.#read(json as CelValue);
  }

  /** Only then is `oldSelf` there at all, for messages, too. */
  get hasTransitionRule(): boolean {
    this.#hasTransitionRule ??= this.rules.some(({ usesOldSelf }) => usesOldSelf);
    return this.#hasTransitionRule;
  }
}

/** `undefined` where no rule can be reached. The root of a resource has the fields that each resource has. */
export function createRuleNode(schema: StructuralSchema, isResourceRoot: boolean): RuleNode | undefined {
  return holdsRules(schema) ? nodeUnlessEmpty(schema, declareType(schema, isResourceRoot)) : undefined;
}

function nodeUnlessEmpty(schema: StructuralSchema, declared: DeclaredType | undefined): RuleNode | undefined {
  const node = new RuleNode(schema, declared);
  return node.isEmpty ? undefined : node;
}

function holdsRules(schema: StructuralSchema): boolean {
  if ((schema["x-kubernetes-validations"] ?? []).length > 0) return true;
  const items = itemsOfSchema(schema);
  const additional = additionalSchemaOf(schema);
  if ((items && holdsRules(items)) || (additional && holdsRules(additional))) return true;
  return Object.values(schema.properties ?? {}).some(holdsRules);
}

function elementWithRules(
  schema: StructuralSchema | undefined,
  declared: DeclaredType | undefined,
): RuleNode | undefined {
  return schema && holdsRules(schema) ? nodeUnlessEmpty(schema, declared?.element) : undefined;
}

/** Fields whose type rules cannot see are left out, with all rules in them. Those without a name in CEL have their type nevertheless. */
function propertiesWithRules(schema: StructuralSchema, declared: DeclaredType | undefined): Map<string, RuleNode> {
  const nodes = new Map<string, RuleNode>();
  for (const name of Object.keys(schema.properties ?? {})) {
    const property = getOwn(schema.properties ?? {}, name);
    if (!property || !holdsRules(property)) continue;
    const celName = escapeFieldName(name);
    const type =
      celName === undefined
        ? declareType(property, property["x-kubernetes-embedded-resource"] === true)
        : declared?.fields?.get(celName)?.declared;
    const node = type && nodeUnlessEmpty(property, type);
    if (node) nodes.set(name, node);
  }
  return nodes;
}
