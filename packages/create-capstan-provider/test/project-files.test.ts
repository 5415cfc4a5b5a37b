import { readFileSync } from "node:fs";
import path from "node:path";
import { loadAll } from "js-yaml";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { filesOf, providers, root } from "./generated-projects.ts";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, file), "utf8")) as Manifest;
}

describe.each(providers)("%s", (_, provider) => {
  test("has these files", async () => {
    expect([...(await filesOf(provider)).keys()]).toMatchSnapshot();
  });

  test("has no placeholder left, and every YAML and JSON file parses", async () => {
    for (const [file, text] of await filesOf(provider)) {
      expect(`${file}\n${text}`).not.toMatch(/__[A-Za-z]+__/);
      if (file.endsWith(".json")) expect(() => JSON.parse(text) as unknown, file).not.toThrow();
      if (/\.ya?ml$/.test(file)) expect(loadAll(text).length, file).toBeGreaterThan(0);
    }
  });

  test("depends on this release, and on the tools this repository is built with", async () => {
    const files = await filesOf(provider);
    const { dependencies, devDependencies, overrides } = JSON.parse(files.get("package.json") ?? "") as Manifest;
    const { version } = manifest("packages/create-capstan-provider/package.json");
    expect(dependencies).toEqual({ "@capstan/provider": version });
    expect(overrides).toEqual(manifest("package.json").overrides);
    const tools = {
      ...manifest("packages/testkit/package.json").dependencies,
      ...manifest("package.json").devDependencies,
    };
    for (const [name, wanted] of Object.entries(devDependencies)) {
      expect([name, wanted]).toEqual([name, /^(@capstan\/.*|capstan)$/.test(name) ? version : tools[name]]);
    }
  });
});

test("every generated project compiles against the sources of the workspace", { timeout: 120_000 }, async () => {
  const virtual = new Map<string, string>();
  for (const [index, [, provider]] of providers.entries()) {
    for (const [file, text] of await filesOf(provider)) {
      virtual.set(path.join(import.meta.dirname, `generated-${index}`, file), text);
    }
  }
  expect(messagesOf(virtual)).toEqual([]);
});

/** What the compiler says of TypeScript files that are only in memory, by the tsconfig.json they came with. */
function messagesOf(virtual: ReadonlyMap<string, string>): string[] {
  const settings = [...virtual].find(([file]) => path.basename(file) === "tsconfig.json")?.[1] ?? "";
  const read = ts.parseConfigFileTextToJson("tsconfig.json", settings);
  const { options: own } = ts.parseJsonConfigFileContent(read.config as object, ts.sys, import.meta.dirname);
  const options: ts.CompilerOptions = { ...own, customConditions: ["source"] };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  const directoryExists = host.directoryExists?.bind(host);
  const folders = new Set([...virtual.keys()].map((file) => path.dirname(file)));
  host.readFile = (file) => virtual.get(file) ?? readFile(file);
  host.fileExists = (file) => virtual.has(file) || fileExists(file);
  host.directoryExists = (folder) => folders.has(folder) || directoryExists?.(folder) === true;
  host.getSourceFile = (file, language, ...rest) => {
    const text = virtual.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language);
  };
  const names = [...virtual.keys()].filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram(names, options, host);
  return names
    .flatMap((name) => {
      const source = program.getSourceFile(name);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    })
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
