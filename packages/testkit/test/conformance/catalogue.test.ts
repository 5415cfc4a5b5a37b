import { dynamicRules, unobservedRules } from "@capstan/testkit/conformance";
import { expect, test } from "vitest";
import { ruleCases } from "../../src/conformance/describe-provider-contract.ts";

const observed = new Set<string>(Object.values(ruleCases).flatMap((cases) => cases.flatMap(({ rules }) => [...rules])));

test("each rule is either observed or listed with the reason why not", () => {
  const listed = Object.keys(unobservedRules);
  expect([...observed, ...listed].sort()).toEqual(Object.keys(dynamicRules).sort());
});
