// npm run packages -- check, after npm run build: runs publint and are-the-types-wrong on every package in its published form, and checks
// that its manifest and files are complete, and that it declares its imports.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileProblems, manifestProblems } from "./content-problems.ts";
import { packAll, type PackedPackage } from "@capstan/harness/publishing";
import { undeclaredImports } from "./undeclared-imports.ts";

interface Finding {
  readonly passed: boolean;
  readonly output: string;
}

function check(program: string, argv: readonly string[]): Promise<Finding> {
  return new Promise((resolve) => {
    execFile(program, argv, (error, stdout, stderr) => {
      resolve({ passed: error === null, output: `${stdout}${stderr}`.trim() });
    });
  });
}

function finding(problems: readonly string[]): Finding {
  return { passed: problems.length === 0, output: problems.join("\n") };
}

async function checkPackage({ name, folder, tarball, files }: PackedPackage): Promise<boolean[]> {
  const [publint, attw] = await Promise.all([
    check("publint", ["run", tarball, "--strict"]),
    // Capstan is ESM only and declares it: CommonJS resolution is not checked.
    check("attw", [
      tarball,
      "--profile",
      "esm-only",
      "--no-color",
      "--no-emoji",
      "--format",
      "table-flipped",
      // Files other than modules have no types.
      "--exclude-entrypoints",
      "rules.yaml",
    ]),
  ]);
  const checks = {
    publint,
    attw,
    manifest: finding(manifestProblems(folder)),
    files: finding(fileProblems(folder, files)),
    imports: finding(undeclaredImports(folder).map((name) => `${name} is not in dependencies`)),
  };
  for (const [program, { passed, output }] of Object.entries(checks)) {
    process.stdout.write(`${passed ? "ok    " : "FAILED"}  ${name}  ${program}\n`);
    if (!passed) process.stdout.write(`${output}\n`);
  }
  return Object.values(checks).map(({ passed }) => passed);
}

const folder = await mkdtemp(path.join(tmpdir(), "capstan-packages-"));
try {
  const packages = await packAll(folder);
  const passed: boolean[] = [];
  for (const packed of packages) passed.push(...(await checkPackage(packed)));
  const failed = passed.filter((each) => !each).length;
  process.stdout.write(`${packages.length} packages, ${passed.length - failed} checks passed, ${failed} failed\n`);
  if (packages.length === 0 || failed > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
