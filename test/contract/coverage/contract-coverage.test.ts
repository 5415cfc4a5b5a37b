import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { isRuleId, rules } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { howBroken } from "./broken-rules.ts";
import { coveragePage, coveredRules } from "./coverage-page.ts";
import { namedCoverage } from "./named-coverage.ts";
import { seededCoverage } from "./seeded-coverage.ts";
import { titledCoverage } from "./titled-coverage.ts";

const root = join(import.meta.dirname, "../../..");
const page = join(root, "reports/contract-coverage.md");
const covered = coveredRules(rules);

describe("the table of rules and tests", () => {
  test("has a row for every rule: `npm run docs -- rules` writes it to a report", async () => {
    const report = coveragePage(covered);
    if (process.env.CAPSTAN_WRITE_DOCS === "1") {
      await mkdir(dirname(page), { recursive: true });
      await writeFile(page, report);
    }
    expect(rules.filter(({ id }) => !report.includes(`\n| ${id} | `))).toEqual([]);
  });

  test("names for every rule a break and the test that then fails, or the reason why there is none", () => {
    const open = covered.filter(({ rule, reason }) => howBroken(rule.id) === undefined && reason === undefined);
    expect(open.map(({ rule: { id, title } }) => `${id} ${title}`)).toEqual([]);
    expect(covered.filter(({ rule }) => howBroken(rule.id) === "seeded fault").length).toBeGreaterThan(150);
  });

  test("names only existing rules", () => {
    const strange = [...namedCoverage(), ...titledCoverage(), ...seededCoverage()].filter(
      ({ rule }) => !isRuleId(rule),
    );
    expect(strange).toEqual([]);
  });

  test("names only existing tests", () => {
    const computed = new Set(seededCoverage().map(({ file, test: title }) => `${file}: ${title}`));
    const missing = covered
      .flatMap(({ tests }) => tests)
      .filter(({ file, test: title }) => {
        if (!existsSync(join(root, file))) return true;
        const text = readFileSync(join(root, file), "utf8");
        return !text.includes(title) && !(computed.has(`${file}: ${title}`) && /\bfault(s|y)/.test(text));
      });
    expect(missing).toEqual([]);
  });
});
