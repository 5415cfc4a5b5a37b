import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The module that determines the compared version. */
const pins = path.join(import.meta.dirname, "../../load/clients/go");
const moduleName = "sigs.k8s.io/controller-runtime";
/** Tests that import these packages start an API server, like the packages' own tests. */
const starters = ["pkg/envtest", "pkg/internal/testing/controlplane"].map((folder) => `${moduleName}/${folder}`);

/** The published module in a separate folder, because some of its tests write to their own folder. */
export interface GoModule {
  readonly version: string;
  readonly sources: string;
  /** The folder of compiled suites. */
  readonly binaries: string;
  /** The folder of results on the real server. */
  readonly real: string;
}

/** The tests of one Go package. */
export interface Suite {
  /** The package's folder in the module, for example `pkg/client`. */
  readonly name: string;
  readonly usesGinkgo: boolean;
}

/** An executable suite. */
export interface TestBinary extends Suite {
  readonly file: string;
  /** The working directory that its tests expect. */
  readonly folder: string;
}

/** Downloads the module if it is missing. */
export async function fetchModule(): Promise<GoModule> {
  const { stdout } = await run("go", ["mod", "download", "-json", moduleName], { cwd: pins });
  const { Version: version, Dir: published } = JSON.parse(stdout) as { readonly Version: string; readonly Dir: string };
  const folder = path.join(cacheFolder(), `controller-runtime-${version}`);
  const sources = path.join(folder, "sources");
  const binaries = path.join(folder, "binaries");
  await mkdir(binaries, { recursive: true });
  if (!(await exists(sources))) await copyWritable(published, sources);
  return { version, sources, binaries, real: path.join(folder, "real") };
}

/** The packages whose tests start an API server. */
export async function suitesIn({ sources }: GoModule): Promise<Suite[]> {
  const format = '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}';
  const { stdout } = await run("go", ["list", "-f", format, "./..."], { cwd: sources });
  return stdout
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", ...imports] = line.split(" ");
      if (![name, ...imports].some((each) => starters.includes(each))) return [];
      const usesGinkgo = imports.some((imported) => imported.startsWith("github.com/onsi/ginkgo/"));
      return [{ name: name.slice(moduleName.length + 1), usesGinkgo }];
    });
}

/** Compiles a suite if it is not compiled yet. */
export async function compiled(module: GoModule, suite: Suite, rebuild: boolean): Promise<TestBinary> {
  const file = path.join(module.binaries, `${suite.name.replaceAll("/", "-")}.test`);
  if (rebuild || !(await exists(file))) {
    const unfinished = `${file}.unfinished`;
    await run("go", ["test", "-c", "-mod=readonly", "-o", unfinished, `./${suite.name}`], { cwd: module.sources });
    await rename(unfinished, file);
  }
  return { ...suite, file, folder: path.join(module.sources, suite.name) };
}

/** The folder that also holds the reference builds. */
function cacheFolder(): string {
  const caches = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  return process.env.CAPSTAN_REFERENCE_DIR ?? path.join(caches, "capstan-reference");
}

/** The folders of Go's module cache are read-only. */
async function copyWritable(from: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true });
  const entries = await readdir(unfinished, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => chmod(path.join(entry.parentPath, entry.name), 0o755)),
  );
  await rename(unfinished, to);
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
