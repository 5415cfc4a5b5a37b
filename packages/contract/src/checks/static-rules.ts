import { artifactRules } from "./artifacts/check-artifacts.ts";
import { componentRules } from "./components/check-components.ts";
import { crdRules } from "./crds/check-crds.ts";
import { isStaticRule, type RuleInfo, rules, type StaticRuleId } from "../catalogue/rule-info.ts";

/** Every static rule of the contract, whether a check of its own implements it or not. */
export const staticRules: readonly RuleInfo<StaticRuleId>[] = rules.filter(isStaticRule);

/** Ids of the rules that have a check of their own; the others are part of these, or say what may be left out. */
export const checkedRules: ReadonlySet<string> = new Set(
  [...crdRules, ...componentRules, ...artifactRules].map(({ id }) => id),
);
