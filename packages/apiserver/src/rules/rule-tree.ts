import { type Schema, additionalSchema } from "../schema/schema.ts";
import { type CompiledRule, compileRules } from "./compiled-rule.ts";
import { escapeFieldName } from "./field-names.ts";
import { type DeclaredType, declaredType, isEmbedded } from "./rule-types.ts";

/** The rules of a schema and its nested schemas; contains only schemas with rules. */
export interface RuleTree {
  readonly schema: Schema;
  /** Whether the values are resources, with kind and metadata. */
  readonly isRoot: boolean;
  readonly rules: readonly CompiledRule[];
  readonly items?: RuleTree;
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly additional?: RuleTree;
}

const trees = new WeakMap<Schema, { readonly tree: RuleTree | undefined }>();

/** The rules of a schema, compiled on first use; undefined if there are none. */
export function ruleTree(schema: Schema, isRoot: boolean): RuleTree | undefined {
  let known = trees.get(schema);
  if (known === undefined) {
    known = { tree: build(schema, isRoot, declaredType(schema, "selfType", isRoot)) };
    trees.set(schema, known);
  }
  return known.tree;
}

function build(schema: Schema, isRoot: boolean, declared: DeclaredType | undefined): RuleTree | undefined {
  const rules = declared === undefined ? [] : compileRules(schema, schema["x-kubernetes-validations"] ?? [], declared);
  const items = below(schema.items, declared?.element);
  const additional = below(additionalSchema(schema), declared?.element);
  const properties = buildProperties(schema, declared);
  if (rules.length + properties.size === 0 && items === undefined && additional === undefined) return undefined;
  return {
    schema,
    isRoot,
    rules,
    properties,
    ...(items === undefined ? {} : { items }),
    ...(additional === undefined ? {} : { additional }),
  };
}

function below(schema: Schema | undefined, declared: DeclaredType | undefined): RuleTree | undefined {
  return schema === undefined ? undefined : build(schema, isEmbedded(schema), declared);
}

function buildProperties(schema: Schema, declared: DeclaredType | undefined): Map<string, RuleTree> {
  const found = new Map<string, RuleTree>();
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const escaped = escapeFieldName(key);
    // Expressions cannot name such a field, but rules may apply to it.
    const isNamed = escaped !== undefined;
    const type = isNamed ? declared?.fields?.get(escaped) : declaredType(property, key, isEmbedded(property));
    const tree = type === undefined ? undefined : build(property, isEmbedded(property), type);
    if (tree !== undefined) found.set(key, tree);
  }
  return found;
}
