import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = path.resolve(import.meta.dirname, "../bin/program.js");

/** Runs the program of an installed package that requires this version of Node. */
async function run(node: string): Promise<{ readonly code: number; readonly printed: string }> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "program-"));
  const home = path.join(folder.path, "node_modules/hello");
  for (const name of ["bin", "dist"]) await mkdir(path.join(home, name), { recursive: true });
  await writeFile(
    path.join(home, "package.json"),
    JSON.stringify({ name: "hello", type: "module", engines: { node } }),
  );
  await writeFile(path.join(home, "dist/main.js"), 'console.log("runs");\n');
  const bin = path.join(home, "bin/hello.js");
  await writeFile(bin, `import { runProgram } from ${JSON.stringify(program)};\nawait runProgram(import.meta.url);\n`);
  const ended = await promisify(execFile)(process.execPath, [bin]).catch(
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  return { code: "code" in ended ? ended.code : 0, printed: ended.stdout + ended.stderr };
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

test.each([`>=${String(major)}.${String(minor)}`, `>=${String(major)}`, `>=${String(major - 2)}.99`])(
  "a package that requires Node %s runs",
  async (needed) => {
    expect(await run(needed)).toEqual({ code: 0, printed: "runs\n" });
  },
);

test.each([`${String(major)}.${String(minor + 1)}`, String(major + 1)])(
  "a package that requires Node %s prints one sentence and no other output",
  async (needed) => {
    expect(await run(`>=${needed}`)).toEqual({
      code: 1,
      printed: `hello needs Node.js ${needed} or newer, and this is ${process.versions.node}. Install one from https://nodejs.org.\n`,
    });
  },
);
