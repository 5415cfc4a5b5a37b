import { isDynamicRule, rules } from "@capstan/contract";
import { unobservedRules } from "@capstan/testkit/conformance";
import { expect, test } from "vitest";
import { poolCases } from "../../src/conformance/ipam/pool-cases.ts";
import { ruleCases } from "../../src/conformance/cases/rule-cases.ts";

const cases = [...Object.values(ruleCases).flat(), ...poolCases];
const observed = new Set<string>(cases.flatMap(({ rules: ofCase }) => [...ofCase]));

test("each MUST is either observed or listed with the reason why it is not", () => {
  const listed = Object.keys(unobservedRules);
  expect(listed.filter((rule) => observed.has(rule))).toEqual([]);
  const musts = rules.filter((rule) => isDynamicRule(rule) && rule.level === "MUST").map(({ id }) => id);
  expect(musts.filter((rule) => !observed.has(rule) && !listed.includes(rule))).toEqual([]);
});
