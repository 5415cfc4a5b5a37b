// npm run check:packages, after npm run build: publint and are-the-types-wrong on every package as it would be
// published, and whether it declares what it imports.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { packAll, type PackedPackage } from "./pack.ts";
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

function checkImports(folder: string): Finding {
  const missing = undeclaredImports(folder);
  return { passed: missing.length === 0, output: `Not in dependencies: ${missing.join(", ")}` };
}

async function checkPackage({ name, folder, tarball }: PackedPackage): Promise<number> {
  const checks = {
    publint: await check("publint", ["run", tarball, "--strict"]),
    // Capstan is ESM only, and says so: CommonJS resolution is not asked about.
    attw: await check("attw", [
      tarball,
      "--profile",
      "esm-only",
      "--no-color",
      "--no-emoji",
      "--format",
      "table-flipped",
    ]),
    imports: checkImports(folder),
  };
  for (const [program, { passed, output }] of Object.entries(checks)) {
    process.stdout.write(`${passed ? "ok    " : "FAILED"}  ${name}  ${program}\n`);
    if (!passed) process.stdout.write(`${output}\n`);
  }
  return Object.values(checks).filter(({ passed }) => !passed).length;
}

const folder = await mkdtemp(path.join(tmpdir(), "capstan-packages-"));
try {
  const packages = await packAll(folder);
  let failed = 0;
  for (const packed of packages) failed += await checkPackage(packed);
  process.stdout.write(
    `${packages.length} packages, ${3 * packages.length - failed} checks passed, ${failed} failed\n`,
  );
  if (packages.length === 0 || failed > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
