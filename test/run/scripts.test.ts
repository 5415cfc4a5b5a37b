import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { families } from "../../build/commands/families/index.ts";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");
const main = "build/commands/main.ts";

/** Members that parse options with the scripts' shared functions, with the file of each. */
const withOptions = families.flatMap((family) =>
  family.members.flatMap((member) => {
    const [file = ""] = member.runs.sources;
    return file.endsWith(".ts") && takesOptions(file)
      ? [{ family: family.name, name: member.name, file, takes: member.runs.takes }]
      : [];
  }),
);

/** Some parse their options in a separate module. */
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
  test("is parsed with the shared functions", () => {
    const sources = globSync("{build,test}/**/*.ts", { cwd: root }).filter((file) => !file.endsWith("scripts.test.ts"));
    expect(sources.filter((file) => textOf(file).includes("parseArgs"))).toEqual([]);
    expect(withOptions.length).toBeGreaterThan(25);
  });

  test.each(withOptions)("npm run $family -- $name --help prints its usage", async (member) => {
    const { status, stdout, stderr } = await run(main, member.family, member.name, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: npm run ${member.family} -- ${member.name} [options]`);
    expect(stdout).toContain("--help");
  });

  test.each(withOptions)(
    "npm run $family -- $name rejects an unknown option, and does nothing",
    async ({ file, takes }) => {
      const { status, stdout, stderr } = await run(file, "--unheard-of");
      expect([status, stdout, takes]).toEqual([2, "", "its own"]);
      expect(stderr).toBe("error: unknown option '--unheard-of'\n(--help lists the options)\n");
    },
  );
});
