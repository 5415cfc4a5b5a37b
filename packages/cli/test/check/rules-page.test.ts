import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { type RuleCheck, rules } from "@capstan/contract";
import { expect, test } from "vitest";

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

function rulesPage(): string {
  const parts = Object.entries(sections).map(([heading, ids]) => {
    const lines = rules
      .filter(({ id }) => ids.test(id))
      .map(({ id, level, contract, title, statement, checks }) => {
        const scope = contract === "both" ? level : `${level}, ${contract}`;
        const shown = checks.map((check) => places[check]).join(", ");
        return `- \`${id}\` (${scope}; ${shown}) **${escape(title)}.** ${escape(statement)}`;
      });
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  const intro =
    "Every rule of the contract, how binding it is, under which version of the contract if not under both, and where a breach\n" +
    "shows: [capstan check](check.md) reads CRDs, components files and releases; a running provider is held to the rules by the SDK\n" +
    "and by the conformance suite. `capstan check --explain ID` prints more of a rule. Written by a test from\n" +
    "[rules.yaml](../packages/contract/rules.yaml); which test shows that a breach is caught is in\n" +
    "[contract-coverage.md](contract-coverage.md).";
  return [`# Rules of the provider contract\n\n${intro}\n`, ...parts].join("\n");
}

function escape(text: string): string {
  return text.replaceAll(/[<*_]/g, String.raw`\$&`);
}
