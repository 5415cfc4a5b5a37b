import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { staticRules } from "@capstan/contract";
import { expect, test } from "vitest";

const sections = {
  "CRDs: every kind": /^AR-/,
  "Bootstrap configs and templates": /^(BC|BT)-/,
  "Infra machines": /^IM-/,
  "Infra clusters": /^(IC|ICT)-/,
  "Control planes, machine pools, address pools": /^(CP|MP|IP)-/,
  "Roles in the components file": /^RB-/,
  "The components file": /^PC-/,
  "The release": /^(CT|BP)-/,
};

const page = new URL("../../../../docs/rules.md", import.meta.url);

test("docs/rules.md lists the rules as the code has them", async () => {
  // CAPSTAN_WRITE_DOCS=1 writes the page anew.
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, rulesPage());
  expect(await readFile(page, "utf8")).toBe(rulesPage());
});

function rulesPage(): string {
  const parts = Object.entries(sections).map(([heading, ids]) => {
    const lines = staticRules
      .filter(({ id }) => ids.test(id))
      .map(({ id, level, contract, title, statement }) => {
        const scope = contract === "both" ? level : `${level}, ${contract}`;
        return `- \`${id}\` (${scope}) **${escape(title)}.** ${escape(statement)}`;
      });
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  const intro =
    "Every rule that `capstan check` knows ([check.md](check.md)); written by a test from the rules in the code.";
  return [`# Static rules of the provider contract\n\n${intro}\n`, ...parts].join("\n");
}

function escape(text: string): string {
  return text.replaceAll(/[<*_]/g, String.raw`\$&`);
}
