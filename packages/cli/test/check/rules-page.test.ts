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
  "Runtime extensions": /^RX-/,
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

test("docs/rules.md lists the rules of the catalogue", async () => {
  // CAPSTAN_WRITE_DOCS=1 writes the page.
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, rulesPage());
  expect(await readFile(page, "utf8")).toBe(rulesPage());
});

test("docs/rules.md lists each rule once", () => {
  const listed = Object.values(sections).flatMap((ids) => rules.filter(({ id }) => ids.test(id)).map(({ id }) => id));
  expect(listed.toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
});

test("docs/rules.md has a heading for each rule, the target of links from SARIF and suppressions", async () => {
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
    "Every rule of the contract: how binding it is, which kinds it applies to, and what shows a breach. [capstan check](check.md) reads CRDs,\n" +
    "components files and releases. The SDK and the conformance suite hold a running provider to the rules. `capstan check --explain ID`\n" +
    "also prints the text of the contract, how the rule is checked, and a scenario. A rule applies to both versions of the contract unless\n" +
    "it names one. A test writes this page from [rules.yaml](../packages/contract/rules.yaml); sources are files of kubernetes-sigs/cluster-api.";
  return [`# Rules of the provider contract\n\n${intro}\n`, ...parts].join("\n");
}

function entryOf({
  id,
  title,
  statement,
  level,
  contract,
  checks,
  condition,
  appliesTo,
  sources,
}: Explanation): string {
  const scope = contract === "both" ? level : `${level}, contract ${contract}`;
  const facts = {
    "Only if": condition,
    "Applies to": kindsIn(appliesTo),
    "A breach shows in": checks.map((check) => places[check]).join(", "),
    Sources: [...new Set(sources.map((source) => source.split(": ")[0] ?? source))].join(", "),
  };
  const lines = Object.entries(facts).map(([name, text]) => (text === undefined ? [] : [`${name}: ${escape(text)}.`]));
  return `### ${id}\n\n**${escape(title)}** (${scope}). ${escape(statement)}\n\n${lines.flat().join(" ")}\n`;
}

/** The other names, such as clusterctl, are not kinds. */
const allKinds = [...new Set(rules.flatMap(({ appliesTo }) => appliesTo))].filter((name) => /^[A-Z]/.test(name));
const template = "Template";

/** Shortens a long list to the kinds that it omits, and combines a kind with its Template. */
function kindsIn(kinds: readonly string[]): string {
  const missing = allKinds.filter((kind) => !kinds.includes(kind));
  const others = kinds.filter((kind) => !allKinds.includes(kind));
  if (others.length === 0 && missing.length === 0) return "every kind";
  if (others.length === 0 && missing.length <= 2) return `every kind except ${missing.join(" and ")}`;
  return kinds
    .filter((kind) => !(kind.endsWith(template) && kinds.includes(kind.slice(0, -template.length))))
    .map((kind) => (kinds.includes(`${kind}${template}`) ? `${kind} and its Template` : kind))
    .join(", ");
}

/** Plain text on one line, with escaped markup. */
function escape(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[<*_[\]`]/g, String.raw`\$&`);
}
