// npm run suites -- kubernetes: Kubernetes' own end-to-end tests on the real server and on the embedded one.
import process from "node:process";
import { type Comparison, compared, complaintsIn } from "../controller-runtime/comparison.ts";
import { type KnownDifference } from "../controller-runtime/known-differences.ts";
import { RealResults } from "../controller-runtime/real-results.ts";
import { summaryOf } from "../controller-runtime/report.ts";
import { type Run } from "../controller-runtime/run-suite.ts";
import { type TestResult } from "../controller-runtime/test-results.ts";
import { type Flags, readFlags } from "./flags.ts";
import { knownDifferences } from "./known-differences.ts";
import { runSpec } from "./run-spec.ts";
import { embeddedServer, realServer, type Server } from "./servers.ts";
import { groupOf, specsOf } from "./specs.ts";
import { type TestProgram, testProgram } from "./test-program.ts";

const heading = ["| tests of | pass on the real server | of these, here |", "| --- | --: | --: |"];

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
  const program = await testProgram(assets, flags.rebuild);
  const real = await onReal(program, assets, flags);
  const passing = [...real.results].flatMap(([name, { outcome }]) => (outcome === "passed" ? [name] : []));
  await using server = await embeddedServer(assets);
  const here = await runAll(passing, server, { program, assets, flags });
  const groups = [...Map.groupBy(passing, groupOf).keys()].sort();
  const known = knownDifferences.filter(({ test }) => flags.only.test(test));
  const compare = (group: string) => ofGroup(group, { real, here, known });
  report(program, groups.map(compare), flags);
}

async function onReal(program: TestProgram, assets: string, flags: Flags): Promise<Run> {
  const results = new RealResults(program.real);
  const kept = flags.kept ? await results.read("kubernetes") : undefined;
  const found = kept ?? (await runOnReal(program, assets, flags));
  if (kept === undefined && flags.only.source === "(?:)") await results.keep("kubernetes", found);
  return { ...found, results: new Map([...found.results].filter(([name]) => flags.only.test(name))) };
}

async function runOnReal(program: TestProgram, assets: string, flags: Flags): Promise<Run> {
  await using server = await realServer(assets);
  return await runAll(await specsOf(program, flags.only), server, { program, assets, flags });
}

/** Several at a time, with a line for each on stderr. */
async function runAll(
  names: readonly string[],
  { kubeconfig }: Server,
  { program, assets, flags }: { readonly program: TestProgram; readonly assets: string; readonly flags: Flags },
): Promise<Run> {
  const since = performance.now();
  const results = new Map<string, TestResult>();
  const left = [...names];
  const options = { program: program.file, kubeconfig, assets, seconds: flags.seconds, signal: interrupted.signal };
  const work = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const result = await runSpec(name, options);
      results.set(name, result);
      process.stderr.write(`${results.size}/${names.length} ${result.outcome} ${name}\n`);
    }
  };
  await Promise.all(Array.from({ length: flags.atOnce }, work));
  return { results, seconds: (performance.now() - since) / 1_000 };
}

function ofGroup(
  group: string,
  { real, here, known }: { readonly real: Run; readonly here: Run; readonly known: readonly KnownDifference[] },
): Comparison {
  const only = ({ results }: Run) => new Map([...results].filter(([name]) => groupOf(name) === group));
  return compared(group, { real: only(real), here: only(here) }, known);
}

function report({ version }: TestProgram, comparisons: readonly Comparison[], { json }: Flags): void {
  const complaints = complaintsIn(comparisons);
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  const lines = comparisons.map(({ package: group, real, both }) => `| ${group} | ${real.passed} | ${both} |`);
  const text = [`Kubernetes ${version}\n`, ...heading, ...lines, summaryOf(comparisons)].join("\n");
  process.stdout.write(json ? `${JSON.stringify({ version, comparisons, complaints }, undefined, 2)}\n` : `${text}\n`);
  if (complaints.length > 0) process.exitCode = 1;
}
