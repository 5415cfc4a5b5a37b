// npm run packages -- smoke, after npm run build: installs the packed packages into a fresh project, compiles a provider there with
// the oldest and the newest TypeScript that Capstan supports, declarations of libraries included, and runs it on the oldest
// Node and on this one.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { packAll } from "@capstan/harness/publishing";
import { compilers, oldestNode } from "./supported-versions.ts";

const execute = promisify(execFile);
const compilerOptions = {
  target: "es2022",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
};

async function step(label: string, cwd: string, program: string, ...argv: string[]): Promise<void> {
  const begin = performance.now();
  try {
    await execute(program, argv, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${label} failed:\n${stdout}${stderr}`, { cause: error });
  }
  process.stdout.write(`${((performance.now() - begin) / 1_000).toFixed(1).padStart(6)} s  ${label}\n`);
}

async function writeProject(project: string): Promise<void> {
  const tarballs = path.join(project, "tarballs");
  await mkdir(tarballs);
  const packages = await packAll(tarballs);
  const files = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const own = Object.entries(files).filter(([name]) => name === "@capstan/provider" || name === "@capstan/testkit");
  const typescript = Object.entries(compilers).map(([name, version]) => [
    `typescript-${name}`,
    `npm:typescript@${version}`,
  ]);
  const tools = [
    ["@types/node", "24.19.2"],
    ["oldest-node", `npm:node-${process.platform}-${process.arch}@${oldestNode}`],
  ];
  const manifest = {
    private: true,
    type: "module",
    dependencies: Object.fromEntries([...own, ...typescript, ...tools]) as Record<string, string>,
    overrides: files,
  };
  await writeFile(path.join(project, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["provider.ts"] }));
  for (const program of ["provider.ts", "oldest-node.js"]) {
    await cp(path.join(import.meta.dirname, "smoke", program), path.join(project, program));
  }
}

const project = await mkdtemp(path.join(tmpdir(), "capstan-smoke-"));
try {
  await writeProject(project);
  await step("npm install", project, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund");
  await step(`run on Node ${process.versions.node}`, project, process.execPath, "provider.ts");
  const oldest = path.join(project, "node_modules/oldest-node/bin/node");
  await step(`run a provider's process on Node ${oldestNode}`, project, oldest, "oldest-node.js");
  for (const [name, version] of Object.entries(compilers)) {
    const program = path.join(project, `node_modules/typescript-${name}/bin/tsc`);
    await step(`compile with TypeScript ${version}`, project, process.execPath, program, "-p", ".");
  }
  process.stdout.write("The packed packages install, run and compile\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(project, { recursive: true, force: true });
}
