// npm run suites -- controller-runtime: controller-runtime's own suites on the real server and on the embedded one.
import { execFile } from "node:child_process";
import { mkdtempDisposable, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { type Comparison, compared, complaintsIn } from "./comparison.ts";
import { type Flags, readFlags } from "./flags.ts";
import { knownDifferences } from "./known-differences.ts";
import { RealResults } from "./real-results.ts";
import { heading, rowOf, summaryOf } from "./report.ts";
import { type Run, runSuite } from "./run-suite.ts";
import { compiled, fetchModule, type GoModule, type Suite, suitesIn, type TestBinary } from "./suites-of-go.ts";

const capstan = path.join(import.meta.dirname, "../../../packages/apiserver/bin/capstan-apiserver.js");

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => {
    interrupted.abort(new Error("interrupted"));
  });
}

await compareAll(readFlags());

async function compareAll(flags: Flags): Promise<void> {
  const assets = process.env.KUBEBUILDER_ASSETS ?? "";
  if (assets === "") throw new Error("KUBEBUILDER_ASSETS is not set; see --help.");
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-envtest-"));
  await writeEmbedded(folder.path, assets);
  const module = await fetchModule();
  const comparisons: Comparison[] = [];
  if (!flags.json) print(`controller-runtime ${module.version}\n\n${heading}`);
  for (const suite of chosen(await suitesIn(module), flags.only)) {
    const comparison = await compareOne(module, suite, { flags, real: assets, here: folder.path });
    comparisons.push(comparison);
    for (const complaint of complaintsIn([comparison])) process.stderr.write(`${complaint}\n`);
  }
  const complaints = complaintsIn(comparisons);
  if (flags.json) print(JSON.stringify({ version: module.version, comparisons, complaints }, undefined, 2));
  else print(summaryOf(comparisons));
  if (complaints.length > 0) process.exitCode = 1;
}

/** The programs that start the embedded server; kubectl, which some suites call, is the real program. */
async function writeEmbedded(folder: string, assets: string): Promise<void> {
  await promisify(execFile)(process.execPath, [capstan, "envtest", folder]);
  await symlink(path.join(assets, "kubectl"), path.join(folder, "kubectl"));
}

function chosen(suites: readonly Suite[], only: readonly string[]): readonly Suite[] {
  const unknown = only.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(", ")}.`);
  return only.length === 0 ? suites : suites.filter(({ name }) => only.includes(name));
}

async function compareOne(
  module: GoModule,
  suite: Suite,
  options: { readonly flags: Flags; readonly real: string; readonly here: string },
): Promise<Comparison> {
  const binary = await compiled(module, suite, options.flags.rebuild);
  const real = await onReal(module, binary, options);
  const here = await runSuite(binary, options.here, interrupted.signal);
  const comparison = compared(suite.name, { real: real.results, here: here.results }, knownDifferences);
  if (!options.flags.json) print(rowOf(comparison, { real, here }));
  return comparison;
}

async function onReal(
  module: GoModule,
  binary: TestBinary,
  { flags, real }: { readonly flags: Flags; readonly real: string },
): Promise<Run> {
  const results = new RealResults(module.real);
  const kept = flags.kept ? await results.read(binary.name) : undefined;
  if (kept !== undefined) return kept;
  const run = await runSuite(binary, real, interrupted.signal);
  await results.keep(binary.name, run);
  return run;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
