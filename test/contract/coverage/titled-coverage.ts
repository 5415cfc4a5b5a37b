import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Moment } from "./moments.ts";
import type { Coverage } from "./coverage.ts";

const root = join(import.meta.dirname, "../../..");
const mention = /\b([A-Z]{2,3})-(\d{3})(?: to (?:\1-)?(\d{3}))?\b/g;

/** The moment that the tests of a file cover; the first match counts. */
const momentOfFile: readonly (readonly [RegExp, Moment])[] = [
  [/^packages\/provider\/test\/types/, "compile time"],
  [/^packages\/provider\/test\/.*(definition|policy-rules)/, "definition time"],
  [/^packages\/provider\/test\/.*(start-?up|installed)/, "start-up"],
  [/^packages\/(provider|contract)\/test\/.*(run-time|over-time|trouble|broken-outcomes)/, "run time"],
  [/^packages\/cli\/test\/check/, "capstan check"],
  [/^(packages|test|examples)\//, "by construction"],
];

/** Tables of faults and the catalogs of rules have their own rows. */
const notByTitle =
  /^packages\/(contract\/test\/rules|testkit\/test\/conformance|cli\/test\/(check|conformance))|^test\/(contract\/coverage|coverage-breaks)/;

const tests = ["packages/*/test/**/*.test.ts", "examples/*/*.test.ts", "test/**/*.test.ts"];
/** Rows that tests are made of, in files of their own. */
const tables = ["packages/provider/test/**/{refused-definitions,broken-outcomes,incomplete-outcomes}.ts"];

/** The tests that name a rule in their title, or in the row that a title is made of. */
export function titledCoverage(): readonly Coverage[] {
  const files = globSync([...tests, ...tables], { cwd: root });
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !notByTitle.test(file))
    .toSorted()
    .flatMap((file) => coverageIn(file, readFileSync(join(root, file), "utf8")));
}

function coverageIn(file: string, text: string): Coverage[] {
  const moment = momentOfFile.find(([form]) => form.test(file))?.[1] ?? "by construction";
  const found: Coverage[] = [];
  const add = (about: string, test: string) => {
    for (const rule of rulesIn(about)) {
      if (!found.some((known) => known.rule === rule && known.test === test)) found.push({ rule, moment, file, test });
    }
  };
  const visit = (node: ts.Node) => {
    const title = titleOf(node);
    if (title !== undefined) add(title, title);
    if (ts.isStringLiteralLike(node) && isRow(node)) add(node.text, isTitle(node) ? node.text : rowOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** The title of a test or of a group of tests. */
function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  const isTest = /^(test|it|describe)\b/.test(node.expression.getText());
  return isTest && title !== undefined && ts.isStringLiteralLike(title) ? title.text : undefined;
}

/** A string in a list that begins with a rule: tests are generated from such rows. */
function isRow(node: ts.StringLiteralLike): boolean {
  return ts.isArrayLiteralExpression(node.parent) && /^[A-Z]{2,3}-\d{3}/.test(node.text);
}

/** Whether the title has more than the rule. */
function isTitle({ text }: ts.StringLiteralLike): boolean {
  return /[a-z]/.test(text);
}

/** The start of a row in a table. */
function rowOf(node: ts.StringLiteralLike): string {
  const row = node.parent.getText();
  const line = row.split("\n", 1)[0] ?? row;
  return line.length < 4 ? node.text : line.slice(0, 100);
}

/** The rules that a string names, including ranges like `BS-001 to BS-006`. */
function rulesIn(text: string): string[] {
  return [...text.matchAll(mention)].flatMap(([, family = "", first = "", last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${family}-${String(Number(first) + index).padStart(3, "0")}`,
    ),
  );
}
