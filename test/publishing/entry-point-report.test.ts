import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { entryPointReports } from "./entry-point-report.ts";

/** The reports on entry points with these declarations. */
async function reportsOf(...declarations: readonly string[]) {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-report-"));
  mkdirSync(path.join(folder.path, "dist"));
  const files = declarations.map((text, index) => {
    const file = path.join(folder.path, `dist/entry${index}.d.ts`);
    writeFileSync(file, `${text}\nexport {};\n`);
    return file;
  });
  return entryPointReports(ts.createProgram(files, { noLib: true }), folder.path, files);
}

async function reportOf(declarations: string) {
  const [report] = await reportsOf(declarations);
  return report ?? { exported: [], implied: [] };
}

const schema = (fields: string): string =>
  `export declare const schema: Schema<{ name: string; spec: Schema<{ ${fields} }> }>;\ninterface Schema<T> { readonly of: T }`;

test("the report has exports, and the types that they refer to", async () => {
  const { exported, implied } = await reportOf(schema("a: string"));
  expect(exported.join()).toContain("name: string;");
  expect(exported.join()).toContain("a: string;");
  expect(implied).toEqual(["interface Schema<T> {\n    readonly of: T;\n}"]);
});

test("a long object type within another one is a digest, which a change of any of its fields changes", async () => {
  const fields = ["a", "b", "c", "d"].map((name) => `${name}: string`).join("; ");
  const before = await reportOf(schema(fields));
  expect(before.exported).toEqual([
    expect.stringMatching(
      /^const schema: Schema<\{\n {4}name: string;\n {4}spec: Schema<\{ …[0-9a-f]{8} \}>;\n\}>;$/,
    ) as string,
  ]);
  expect(await reportOf(schema(fields))).toEqual(before);
  expect(await reportOf(schema(fields.replace("d:", "d?:")))).not.toEqual(before);
});

test("members of a class and of an interface are listed, whatever their number", async () => {
  const members = Array.from({ length: 9 }, (_, index) => `m${index}: string;`).join(" ");
  const { exported } = await reportOf(`export declare class A { ${members} }\nexport interface B { ${members} }`);
  expect(exported.map((declaration) => declaration.split("\n").length)).toEqual([11, 11]);
});

test("a type that two entry points refer to is listed once", async () => {
  const use = 'import { type Used } from "./entry2.js";\nexport declare function a(used: Used): void;';
  const reports = await reportsOf(use, use, "interface Used { a: string }\nexport { type Used };");
  expect(reports.map(({ implied }) => implied)).toEqual([[], [], []]);
  const [first, second] = await reportsOf(
    'import { type A } from "./entry1.js";\nexport declare function a(): A;',
    "interface B { a: string }\nexport interface A { b: B }",
  );
  expect(first?.implied).toEqual([]);
  expect(second?.implied).toEqual(["interface B {\n    a: string;\n}"]);
});
