import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { usesServer } from "./used-servers.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A test that shows a system at work. */
export interface SystemCoverage {
  readonly system: string;
  /** Path of the file, from the repository's root. */
  readonly file: string;
  /** The title of the test or its group, as in the file. */
  readonly test: string;
  /** The API servers that it runs on. */
  readonly servers: readonly ServerName[];
}

export type ServerName = "embedded" | "real";

const both: readonly ServerName[] = ["embedded", "real"];

/** Files that mention rows only as examples. */
const onlyExamples = /^(test\/coverage-breaks|packages\/cli\/test\/conformance)\//;

/** The tests whose title, or table row for a title, names a system: `S012`. */
export function systemCoverage(): readonly SystemCoverage[] {
  const files = globSync(
    ["packages/*/test/**/*.test.ts", "examples/*/*.test.ts", "test/**/*.test.ts", "test/specification/scenarios/*.ts"],
    { cwd: root },
  );
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !onlyExamples.test(file))
    .toSorted()
    .flatMap((file) => coverageIn(file, readFileSync(path.join(root, file), "utf8")));
}

/** The systems that a text names. */
function systemsIn(text: string): string[] {
  return [...text.matchAll(/\bS\d{3}\b/g)].map(([id]) => id);
}

function coverageIn(file: string, text: string): SystemCoverage[] {
  if (!/\bS\d{3}\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: SystemCoverage[] = [];
  const visit = (node: ts.Node): void => {
    const title = titleOf(node) ?? rowOf(node);
    if (title !== undefined) {
      const servers = serversOf(node, source);
      for (const system of systemsIn(title)) found.push({ system, file, test: title, servers });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  const isTest = /^(test|it|step|describe)\b/.test(node.expression.getText());
  return isTest && title !== undefined && ts.isStringLiteralLike(title) ? title.text : undefined;
}

/** The string in a list that begins with a system: tests are generated from such rows. */
function rowOf(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) || !ts.isArrayLiteralExpression(node.parent)) return undefined;
  return /^S\d{3}/.test(node.text) ? node.text : undefined;
}

/**
 * The servers of a test, from its groups: each of the servers, including the real one if it is available, or the server that the test uses
 * itself.
 */
function serversOf(node: ts.Node, source: ts.SourceFile): readonly ServerName[] {
  if (source.fileName.startsWith("test/specification/scenarios/")) return both;
  for (let outer = node; !ts.isSourceFile(outer); outer = outer.parent) {
    if (!ts.isCallExpression(outer)) continue;
    const how = outer.expression.getText();
    if (/^(describe|test)\.each\((servers|flowServers|serverNames|choices)\b/.test(how)) return both;
    if (/^(describe|test)\.runIf\(/.test(how)) return ["real"];
    if (/\bon (the )?(%s|\$server)\b/.test(titleOf(outer) ?? "")) return both;
  }
  return usesServer(node, source) ? ["embedded"] : [];
}
