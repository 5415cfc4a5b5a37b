import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");
const { scripts } = JSON.parse(textOf("package.json")) as { readonly scripts: Readonly<Record<string, string>> };

/** Scripts of the workspace that take options, with the file that each runs, the last if it runs several. */
const withOptions = Object.entries(scripts).flatMap(([name, line]) => {
  const [, file] = /node [^&]*?((?:test|build)\/\S+\.ts)(?: --update)?$/.exec(line) ?? [];
  return file !== undefined && takesOptions(file) ? [{ name, file }] : [];
});

/** Some read their options in a module of their own. */
function takesOptions(file: string): boolean {
  const read = [file, ...["flags.ts", "options.ts"].map((module) => path.join(path.dirname(file), module))];
  return globSync(read, { cwd: root }).some((module) => textOf(module).includes('from "@capstan/harness/script"'));
}

function run(file: string, ...args: readonly string[]) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ["--conditions=source", file, ...args],
      { cwd: root },
      (_, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

describe("the command line of a script", () => {
  test("is read in one way", () => {
    const sources = globSync("{build,test}/**/*.ts", { cwd: root }).filter((file) => !file.endsWith("scripts.test.ts"));
    expect(sources.filter((file) => textOf(file).includes("parseArgs"))).toEqual([]);
    expect(withOptions.length).toBeGreaterThan(25);
  });

  test.each(withOptions)("npm run $name -- --help says what it does, and what it takes", async ({ name, file }) => {
    const { status, stdout, stderr } = await run(file, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    // Two scripts are one program.
    expect(stdout).toContain(`Usage: npm run ${name.replace("api:update", "api:check")} -- [options]`);
    expect(stdout).toContain("--help");
  });

  test.each(withOptions)(
    "npm run $name refuses an option that it does not know, and does nothing",
    async ({ file }) => {
      const { status, stdout, stderr } = await run(file, "--unheard-of");
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toBe("error: unknown option '--unheard-of'\n(--help lists what can be given)\n");
    },
  );
});
