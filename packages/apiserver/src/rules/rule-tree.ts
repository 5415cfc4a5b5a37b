import { type Schema, additionalSchema } from "../schema/schema.ts";
import { type CompiledRule, compileRules } from "./compiled-rule.ts";
import { escapeFieldName } from "./field-names.ts";
import { type DeclaredType, declaredType, isEmbedded } from "./rule-types.ts";

/** The rules of a schema and of all that is in it; only what has rules is there. */
export interface RuleTree {
  readonly schema: Schema;
  /** Whether the values are resources, with a kind and metadata. */
  readonly isRoot: boolean;
  readonly rules: readonly CompiledRule[];
  readonly items?: RuleTree;
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly additional?: RuleTree;
  readonly allOf: readonly RuleTree[];
}

const trees = new WeakMap<Schema, { readonly tree: RuleTree | undefined }>();

/** The rules of a resource's schema, compiled the first time they are asked for; undefined if there are none. */
export function ruleTree(schema: Schema): RuleTree | undefined {
  let known = trees.get(schema);
  if (known === undefined) {
    known = { tree: build(schema, schema, true, declaredType(schema, "selfType", true)) };
    trees.set(schema, known);
  }
  return known.tree;
}

/** @param stated - what states the rules: the schema itself, or a part of its allOf. */
function build(
  stated: Schema,
  schema: Schema,
  isRoot: boolean,
  declared: DeclaredType | undefined,
): RuleTree | undefined {
  const rules = declared === undefined ? [] : compileRules(schema, stated["x-kubernetes-validations"] ?? [], declared);
  const items = below(stated.items, schema.items, declared?.element);
  const additional = below(additionalSchema(stated), additionalSchema(schema), declared?.element);
  const properties = buildProperties(stated, schema, declared);
  const allOf = (stated.allOf ?? []).flatMap((part) => build(part, schema, isRoot, declared) ?? []);
  if (rules.length + properties.size + allOf.length === 0 && items === undefined && additional === undefined) {
    return undefined;
  }
  return {
    schema,
    isRoot,
    rules,
    properties,
    allOf,
    ...(items === undefined ? {} : { items }),
    ...(additional === undefined ? {} : { additional }),
  };
}

function below(
  stated: Schema | undefined,
  schema: Schema | undefined,
  declared: DeclaredType | undefined,
): RuleTree | undefined {
  if (stated === undefined || schema === undefined) return undefined;
  return build(stated, schema, isEmbedded(schema), declared);
}

function buildProperties(stated: Schema, schema: Schema, declared: DeclaredType | undefined): Map<string, RuleTree> {
  const found = new Map<string, RuleTree>();
  for (const [key, property] of Object.entries(stated.properties ?? {})) {
    const own =
      schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (own === undefined) continue;
    const escaped = escapeFieldName(key);
    // What expressions cannot name they may still be about.
    const type = escaped === undefined ? declaredType(own, key, isEmbedded(own)) : declared?.fields?.get(escaped);
    const tree = type === undefined ? undefined : build(property, own, isEmbedded(own), type);
    if (tree !== undefined) found.set(key, tree);
  }
  return found;
}
