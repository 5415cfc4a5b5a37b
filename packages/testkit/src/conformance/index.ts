// Test a running provider against the contract
export { describeProviderContract } from "./describe-provider-contract.ts";
export { describeIPAMContract } from "./ipam/describe-ipam-contract.ts";
export type { PoolUnderTest } from "./ipam/pool-under-test.ts";
export { describeAddonContract } from "./addon/describe-addon-contract.ts";
export type { AddonUnderTest } from "./addon/addon-under-test.ts";
export { OutsideWorld, OutsideWorldError } from "./scene/outside-world.ts";
export type { ProviderStart, ProviderUnderTest } from "./provider-under-test.ts";
export type { Circumstances } from "./scene/subject.ts";
export { RuleBroken, ScenarioBlocked } from "./play/rule-broken.ts";
export { unobservedRules } from "./unobserved-rules.ts";
