import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { run } from "create-capstan-provider";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../../packages/cli/src/program.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const page = readFileSync(path.join(root, "docs/how-to/port-a-go-provider.md"), "utf8");

/** The rows of the table of concepts: the Go names, and the Capstan names. */
const concepts = [...page.matchAll(/^\| (?!-+ |\*\*)(.+?) +\| (.+?) +\|$/gm)]
  .map(([, inGo = "", here = ""]) => [inGo, here] as const)
  .slice(1);

/** Names and strings in the ported provider, which is compiled, and in its tests. */
const words = new Set(globSync("ported-*.ts", { cwd: import.meta.dirname }).flatMap((file) => wordsIn(file)));

function wordsIn(file: string): string[] {
  const found: string[] = [];
  const text = readFileSync(path.join(import.meta.dirname, file), "utf8");
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

describe("the guide for porters", () => {
  test.each(concepts)("names existing code for %s: %s", (_inGo, here) => {
    const names = codeIn(here)
      .filter((code) => !code.startsWith("capstan "))
      .flatMap((code) => code.match(/[A-Za-z]\w+/g) ?? []);
    expect(names.filter((name) => name !== "this" && !words.has(name))).toEqual([]);
  });

  test("names existing capstan commands", () => {
    const commands = codeIn(page).flatMap((code) => /^(?:npx )?capstan (\w+)/.exec(code)?.[1] ?? []);
    expect(commands.length).toBeGreaterThan(3);
    const known = createProgram().commands.map((command) => command.name());
    expect(known).toEqual(expect.arrayContaining(commands));
  });

  test("names existing flags of npm create capstan-provider", async () => {
    const create = codeIn(page).find((code) => code.startsWith("npm create capstan-provider@latest")) ?? "";
    let help = "";
    const context = { cwd: root, write: (text: string) => void (help += text), writeError: () => undefined };
    expect(await run(["--help"], context)).toBe(0);
    const flags = create.match(/--\w[\w-]+/g) ?? [];
    expect(flags).toEqual(["--group", "--kind-prefix", "--api-version"]);
    for (const flag of flags) expect(help).toMatch(new RegExp(`^ +${flag}\\b`, "m"));
  });

  test("states correctly that the flags of Go managers are the same", () => {
    const flags = concepts.filter(([, here]) => here === "the same").flatMap(([inGo]) => codeIn(inGo));
    expect(flags).toEqual(["--watch-filter", "--namespace"]);
    const documented = readFileSync(path.join(root, "docs/flags.md"), "utf8");
    for (const flag of flags) expect(documented).toContain(`\`${flag}`);
  });

  test("names the command that generates the CRDs from the definitions", async () => {
    await using out = await mkdtempDisposable(path.join(tmpdir(), "ported-"));
    const [, command = ""] = /`npx capstan (generate crds --from) src\/api\/definitions\.ts`/.exec(page) ?? [];
    const argv = [...command.split(" "), path.join(import.meta.dirname, "ported-kinds.ts"), "--out", out.path];
    const program = ["--conditions=source", path.join(root, "packages/cli/src/main.ts"), ...argv];
    await promisify(execFile)(process.execPath, program, { cwd: root });

    const written = globSync("**/*.yaml", { cwd: out.path }).map((file) =>
      readFileSync(path.join(out.path, file), "utf8"),
    );
    for (const kind of ["FooMachine", "FooMachineTemplate", "FooCluster", "FooIdentity"]) {
      expect(written.join("\n")).toMatch(new RegExp(`^ +kind: ${kind}$`, "m"));
    }
  });
});
