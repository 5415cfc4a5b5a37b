import { artifactRules } from "./artifacts/check-artifacts.ts";
import { componentRules } from "./components/check-components.ts";
import { crdRules } from "./crds/check-crds.ts";
import { isStaticRule, type RuleInfo, rules, type StaticRuleId } from "../catalogue/rule-info.ts";

/** Every static rule of the contract, whether or not it has a check of its own. */
export const staticRules: readonly RuleInfo<StaticRuleId>[] = rules.filter(isStaticRule);

/** Ids of the rules that have a check of their own; the other rules are part of these, or only permit something. */
export const checkedRules: ReadonlySet<string> = new Set(
  [...crdRules, ...componentRules, ...artifactRules].map(({ id }) => id),
);
