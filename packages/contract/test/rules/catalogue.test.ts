import { readFileSync } from "node:fs";
import {
  contractVersions,
  explanationOf,
  isDynamicRule,
  isRuleId,
  providerRoles,
  roleOf,
  type RuleId,
  ruleInfo,
  rules,
  violation,
} from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { type Place } from "../../src/roles/field.ts";
import { isStaticRule } from "../../src/catalogue/rule-info.ts";
import { generatedFiles } from "../../../../build/rule-catalogue.ts";

describe("the catalogue of rules", () => {
  test("equals the output of `npm run generate` from rules.yaml", async () => {
    const generated = await generatedFiles();
    expect(generated.size).toBeGreaterThan(0);
    for (const [url, text] of generated) expect(readFileSync(new URL(url), "utf8")).toBe(text);
  });

  test.each([
    [
      "a statement of two lines",
      (yaml: string) => yaml.replace("statement: Objects of the kind live in namespaces.", 'statement: "a\\nb."'),
    ],
    ["an id that another rule has", (yaml: string) => yaml.replace("id: AR-003", "id: AR-002")],
    ["no source", (yaml: string) => yaml.replace(/sources:\n( +- (?!id).*\n)+/, "sources: []\n")],
  ])("is not generated from %s", async (_, breakIt) => {
    const yaml = readFileSync(new URL("../../rules.yaml", import.meta.url), "utf8");
    const broken = breakIt(yaml);
    expect(broken).not.toBe(yaml);
    await expect(generatedFiles(broken)).rejects.toThrow(/AR-00\d/);
  });

  test("adds the statement and the source of its rule to a violation", () => {
    const { statement, source } = ruleInfo("BC-005");
    const place = { path: "status.dataSecretName", expected: "a string", actual: 1 };
    expect(violation("BC-005", place)).toEqual({ rule: "BC-005", statement, source, ...place });
  });

  test("has the artifact and the check of each rule", () => {
    for (const rule of rules) {
      expect(isStaticRule(rule) || isDynamicRule(rule) || rule.checks.includes("manual"), rule.id).toBe(true);
      expect(explanationOf(rule.id).how.length, rule.id).toBeGreaterThan(5);
      expect(rule.sources[0]).toBe(rule.source);
    }
  });

  test.each(providerRoles)("lists the role %s for each rule that the role's table names", (name) => {
    const { fields, sections } = roleOf(name);
    const named = Object.values(fields).flatMap(({ bounds, parts, ...field }) => [
      ...contractVersions.map((contract) => field[contract]).flatMap(rulesOfPlace),
      ...[bounds, parts].filter((id) => id !== undefined),
    ]);
    const elsewhere = [...named, ...Object.values(sections)].filter((id) => !ruleInfo(id).appliesTo.includes(name));
    expect(named.length).toBeGreaterThan(5);
    expect(elsewhere).toEqual([]);
  });

  test("distinguishes ids from other strings", () => {
    expect(isRuleId("BC-005")).toBe(true);
    expect(isRuleId("BC-999")).toBe(false);
    expect(isRuleId("toString")).toBe(false);
  });
});

function rulesOfPlace(place: Place | "gone" | undefined): RuleId[] {
  if (place === undefined || place === "gone") return [];
  return place.elsewhere === undefined ? [place.rule] : [place.rule, place.elsewhere];
}
