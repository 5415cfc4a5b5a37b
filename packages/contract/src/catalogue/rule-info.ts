import { type CatalogueEntry } from "./catalogue-entry.ts";
import { catalogue, type DynamicRuleId, type RuleTextById, type StaticRuleId } from "./catalogue.generated.ts";
import { explanations } from "./explanations.generated.ts";
import { type RuleExplanation } from "./rule-explanation.ts";

export { type DynamicRuleId, type StaticRuleId } from "./catalogue.generated.ts";

/** Id of a rule of the provider contract: `BC-005`. */
export type RuleId = keyof RuleTextById;

/** A rule in one line: `BC-005: status.dataSecretName ... (contracts/bootstrap-config.md: ...)`. The compiler prints it in errors. */
export type RuleText<Id extends RuleId = RuleId> = RuleTextById[Id];

/** A rule of the provider contract. */
export interface RuleInfo<Id extends RuleId = RuleId> extends CatalogueEntry {
  /** The rule's id: `IM-002`. */
  readonly id: Id;
  /** The first of the sources, which findings cite. */
  readonly source: string;
}

/** Every rule of the contract, in the order of its documents. */
export const rules: readonly RuleInfo[] = (Object.keys(catalogue) as RuleId[]).map((id) => {
  const entry = catalogue[id];
  return { id, ...entry, source: entry.sources[0] };
});

const byId: ReadonlyMap<string, RuleInfo> = new Map(rules.map((rule) => [rule.id, rule]));

/** Whether a rule with this id exists. */
export function isRuleId(id: string): id is RuleId {
  return byId.has(id);
}

/** The statement, level and sources of a rule. */
export function ruleInfo<Id extends RuleId>(id: Id): RuleInfo<Id> {
  return byId.get(id) as RuleInfo<Id>;
}

/** A rule in one line, with its source. */
export function ruleText<Id extends RuleId>(id: Id): RuleText<Id> {
  const { statement, source } = ruleInfo(id);
  return `${id}: ${statement} (${source})` as RuleTextById[Id];
}

/** The details of a rule: reasons, condition, how it is checked. */
export function explanationOf(id: RuleId): RuleExplanation {
  return explanations[id];
}

/** Whether a rule can be checked in files, without a running provider. */
export function isStaticRule(rule: RuleInfo): rule is RuleInfo<StaticRuleId> {
  return rule.checks.some((check) => check.startsWith("static-"));
}

/** Does the same as {@link isStaticRule} for an id. */
export function isStaticId(id: RuleId): id is StaticRuleId {
  return isStaticRule(ruleInfo(id));
}

/** Whether a rule can be checked in a running provider. */
export function isDynamicRule(rule: RuleInfo): rule is RuleInfo<DynamicRuleId> {
  return rule.checks.includes("dynamic");
}
