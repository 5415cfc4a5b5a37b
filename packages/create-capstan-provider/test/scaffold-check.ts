// npm run scaffold:check, after npm run build: what an outsider does, from the packed packages to a provider's passing test.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { packAll, type PackedPackage } from "@capstan/harness/publishing";

const execute = promisify(execFile);
const runs = [
  ["infrastructure", ["--machine-pool", "--group", "infrastructure.example.com"]],
  ["bootstrap", []],
  ["control-plane", []],
] as const;

function report(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs a command and returns the seconds it took. */
async function timed(label: string, command: readonly [string, ...string[]], cwd: string): Promise<number> {
  const begin = performance.now();
  const [program, ...argv] = command;
  try {
    await execute(program, argv, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${label} failed: ${command.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
  const seconds = (performance.now() - begin) / 1_000;
  report(`  ${seconds.toFixed(1).padStart(5)} s  ${label}`);
  return seconds;
}

/** Lets the project take the packages from tarballs, as npm would take them from the registry. */
async function useTarballs(project: string, packages: readonly PackedPackage[]): Promise<void> {
  const file = path.join(project, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, Record<string, string>>;
  const tarballs = new Map(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  for (const section of ["dependencies", "devDependencies"]) {
    const dependencies = manifest[section] ?? {};
    for (const name of Object.keys(dependencies)) dependencies[name] = tarballs.get(name) ?? dependencies[name] ?? "";
  }
  manifest.overrides = { ...manifest.overrides, ...Object.fromEntries(tarballs) };
  await writeFile(file, JSON.stringify(manifest, undefined, 2));
}

async function checkType(type: string, extra: readonly string[], packages: readonly PackedPackage[], folder: string) {
  report(`${type} provider`);
  const project = path.join(folder, type);
  const creator = packages.find(({ name }) => name === "create-capstan-provider");
  const contract = packages.find(({ name }) => name === "@capstan/contract");
  if (creator === undefined || contract === undefined) throw new Error("create-capstan-provider has not been packed.");
  // A home of its own for the program: as npx has it.
  const home = path.join(folder, `npx-${type}`);
  await mkdir(home);
  await writeFile(path.join(home, "package.json"), "{}");
  const install = ["npm", "install", "--no-audit", "--no-fund"] as const;
  const program = path.join(home, "node_modules/.bin/create-capstan-provider");
  let seconds = await timed(
    "npm install create-capstan-provider",
    [...install, creator.tarball, contract.tarball],
    home,
  );
  seconds += await timed("create", [program, project, "--type", type, "--name", "hello", "--json", ...extra], folder);
  await useTarballs(project, packages);
  seconds += await timed("npm install", install, project);
  seconds += await timed("npm test", ["npm", "test"], project);
  report(`  ${seconds.toFixed(1).padStart(5)} s  from nothing to a passing test`);
  await timed("npm run lint", ["npm", "run", "lint"], project);
  await timed("npm run typecheck", ["npm", "run", "typecheck"], project);
  await timed("npm run build", ["npm", "run", "build"], project);
  await timed("node dist/main.js --help", ["node", "dist/main.js", "--help"], project);
  await timed("npm run manifests", ["npm", "run", "manifests"], project);
  await timed("npm ci", ["npm", "ci", "--no-audit", "--no-fund"], project);
}

const folder = await mkdtemp(path.join(tmpdir(), "create-capstan-provider-"));
const keep = process.argv.includes("--keep");
try {
  const tarballs = path.join(folder, "tarballs");
  await mkdir(tarballs);
  const packages = await packAll(tarballs);
  for (const [type, extra] of runs) await checkType(type, extra, packages, folder);
  report(`${runs.length} providers made, checked and built`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  if (keep) report(`kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
