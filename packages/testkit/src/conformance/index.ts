export { describeProviderContract } from "./describe-provider-contract.ts";
export { type DynamicRule, type DynamicRuleId, dynamicRules } from "./dynamic-rules.ts";
export { OutsideWorld, OutsideWorldError } from "./outside-world.ts";
export type { ProviderStart, ProviderUnderTest } from "./provider-under-test.ts";
export { unobservedRules } from "./unobserved-rules.ts";
