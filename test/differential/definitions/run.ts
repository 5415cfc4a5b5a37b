// npm run compare -- definitions
import path from "node:path";
import process from "node:process";
import { jsonOption, optionsOf, refuse, script, wholeNumber } from "@capstan/harness/script";
import { ApiServer } from "@capstan/apiserver";
import { SeededRandom } from "@capstan/harness/random";
import { RealApiServer } from "@capstan/testkit";
import { definitionsIn } from "../servers/definitions-in.ts";
import { JudgingServer } from "../servers/judging-server.ts";
import { compareDefinitions, type Difference } from "./compare-definitions.ts";

const command = script(
  "Installs real CRDs on the embedded server and on kube-apiserver, sends the same generated objects to both, and prints the different " +
    "responses.",
  "Needs KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS. Exits with 1 on a difference.",
)
  .argument("[folders...]", "folders with more CRDs as YAML files; those of Cluster API come first")
  .option("--objects <number>", "total number of generated objects", wholeNumber(1), 5_000)
  .option("--seed <number>", "seed of the objects", wholeNumber(0), 20_261_123)
  .option(...jsonOption);
const flags = optionsOf(command);
await run(command.args);

async function run(folders: readonly string[]): Promise<void> {
  const { KUBEBUILDER_ASSETS: assets = "", CAPSTAN_CLUSTER_API_ASSETS: reference = "" } = process.env;
  if (assets === "" || reference === "")
    refuse("Set KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS to the reference builds.");
  const definitions = [path.join(reference, "crds"), ...folders].flatMap(definitionsIn);
  await using embedded = await ApiServer.start();
  await using real = await RealApiServer.start();
  using ours = new JudgingServer(embedded.kubeconfig);
  using theirs = new JudgingServer(real.kubeconfig);
  let count = 0;
  const options = {
    objects: flags.objects,
    random: new SeededRandom(flags.seed),
    onDefinition: (name: string) => {
      count += 1;
      process.stderr.write(`[${count}/${definitions.length}] ${name}\n`);
    },
  };
  const comparison = await compareDefinitions([ours, theirs], definitions, options);
  const { differences, ...tally } = comparison;
  if (flags.json) process.stdout.write(`${JSON.stringify(comparison, undefined, 2)}\n`);
  else process.stdout.write(`${[...differences.map(lineOf), summaryOf(tally, differences.length)].join("\n")}\n`);
  process.exitCode = differences.length > 0 || tally.accepted === 0 || tally.refused === 0 ? 1 : 0;
}

function lineOf({ kind, ours, theirs }: Difference): string {
  const said = (verdicts: Difference["ours"]): string =>
    verdicts.map(({ status, problems }) => [status, ...problems].join(" ")).join(", then ");
  return `${kind}\n  embedded: ${said(ours)}\n  real:     ${said(theirs)}`;
}

function summaryOf(tally: Omit<Awaited<ReturnType<typeof compareDefinitions>>, "differences">, count: number): string {
  const { definitions, accepted, refused, replaced } = tally;
  return (
    `${definitions} definitions: ${accepted} objects accepted, ${refused} refused, ${replaced} replaced by another; ` +
    `${count} differences (seed ${flags.seed})`
  );
}
