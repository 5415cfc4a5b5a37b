import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { type RuleCheck, rules } from "@capstan/contract";
import { expect, test } from "vitest";
import { type Explanation, explain } from "../../src/check/explain.ts";
import { helpOf } from "../../src/check/rule-help.ts";

const sections = {
  "CRDs: every kind": /^AR-/,
  "Bootstrap configs and templates": /^(BC|BT)-/,
  "The Secret with the bootstrap data": /^BS-/,
  "How bootstrap configs are reconciled": /^BH-/,
  "Infra machines": /^IM-/,
  "How infra machines are reconciled": /^IB-/,
  "Infra clusters": /^(IC|ICT)-/,
  "Control planes, machine pools, address pools": /^(CP|MP|IP)-/,
  "Roles in the components file": /^RB-/,
  "The components file and the manager": /^PC-/,
  "The release, and clusterctl move": /^CT-/,
  "Security and good practice": /^(SE|BP)-/,
};

const places: Readonly<Record<RuleCheck, string>> = {
  "static-crd": "CRD",
  "static-components": "components file",
  "static-artifacts": "release",
  dynamic: "running provider",
  manual: "people",
};

const page = new URL("../../../../docs/rules.md", import.meta.url);

test("docs/rules.md lists the rules as the catalogue has them", async () => {
  // CAPSTAN_WRITE_DOCS=1 writes the page.
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, rulesPage());
  expect(await readFile(page, "utf8")).toBe(rulesPage());
});

test("docs/rules.md has each rule once", () => {
  const listed = Object.values(sections).flatMap((ids) => rules.filter(({ id }) => ids.test(id)).map(({ id }) => id));
  expect(listed.toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
});

test("docs/rules.md has a heading for each rule, to which SARIF and suppressions link", async () => {
  const headings = (await readFile(page, "utf8")).split("\n").filter((line) => line.startsWith("### "));
  expect(headings.map((line) => helpOf(line.slice(4)))).toEqual(
    expect.arrayContaining(rules.map(({ id }) => `${helpOf()}#${id.toLowerCase()}`)),
  );
  expect(headings).toHaveLength(rules.length);
});

function rulesPage(): string {
  const parts = Object.entries(sections).map(([heading, ids]) => {
    const entries = rules.filter(({ id }) => ids.test(id)).map((rule) => entryOf(explain(rule.id)));
    return `## ${heading}\n\n${entries.join("\n")}`;
  });
  const intro =
    "Every rule of the contract, how binding it is, under which version of the contract if not under both, and where a breach\n" +
    "shows: [capstan check](check.md) reads CRDs, components files and releases; a running provider is held to the rules by the SDK\n" +
    "and by the conformance suite. `capstan check --explain ID` prints the same of a rule. Written by a test from\n" +
    "[rules.yaml](../packages/contract/rules.yaml). Files are those of kubernetes-sigs/cluster-api.";
  return [`# Rules of the provider contract\n\n${intro}\n`, ...parts].join("\n");
}

function entryOf({ id, title, statement, level, contract, checks, scenario, ...rule }: Explanation): string {
  const scope = contract === "both" ? level : `${level}, contract ${contract}`;
  const facts = {
    "Applies to": rule.appliesTo.join(", "),
    "Only if": rule.condition,
    "A breach shows in": checks.map((check) => places[check]).join(", "),
    "How it is checked": rule.how,
    Given: scenario?.given,
    When: scenario?.when,
    Then: scenario?.then,
    Sources: rule.sources.join("; "),
  };
  const lines = Object.entries(facts).map(([name, text]) => (text === undefined ? "" : `- ${name}: ${escape(text)}`));
  const more = rule.explanation === undefined ? "" : `\n${escape(rule.explanation)}\n`;
  return `### ${id}\n\n**${escape(title)}** (${scope}). ${escape(statement)}\n${more}\n${lines.filter((line) => line !== "").join("\n")}\n`;
}

/** As text: no markup, and on one line. */
function escape(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[<*_[\]`]/g, String.raw`\$&`);
}
