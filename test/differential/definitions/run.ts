/**
 * `npm run differential:definitions`: installs real definitions on the embedded server and on kube-apiserver, has both judge the same
 * generated objects of them, and prints what they say differently. Ends with 1 if there is a difference.
 */
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ApiServer } from "@capstan/apiserver";
import { SeededRandom } from "@capstan/harness/random";
import { RealApiServer } from "@capstan/testkit";
import { definitionsIn } from "../servers/definitions-in.ts";
import { JudgingServer } from "../servers/judging-server.ts";
import { compareDefinitions, type Difference } from "./compare-definitions.ts";

const help = `Compares what the embedded server and kube-apiserver say of real definitions and objects of them.

  npm run differential:definitions -- [options] [folder ...]

  folder        more definitions: YAML files, below this folder; those of Cluster API come first
  --objects <n> generated objects in all, default 5000
  --seed <n>    decides about the objects, default 20261123
  --json        print JSON
  --help        print this

Needs KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS.
`;

const { values, positionals: folders } = parseArgs({
  options: {
    objects: { type: "string", default: "5000" },
    seed: { type: "string", default: "20261123" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
if (values.help) process.stdout.write(help);
else await run();

async function run(): Promise<void> {
  const { KUBEBUILDER_ASSETS: assets = "", CAPSTAN_CLUSTER_API_ASSETS: reference = "" } = process.env;
  if (assets === "" || reference === "") {
    process.stderr.write("Set KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS to the reference builds.\n");
    process.exitCode = 2;
    return;
  }
  const definitions = [path.join(reference, "crds"), ...folders].flatMap(definitionsIn);
  await using embedded = await ApiServer.start();
  await using real = await RealApiServer.start();
  using ours = new JudgingServer(embedded.kubeconfig);
  using theirs = new JudgingServer(real.kubeconfig);
  let count = 0;
  const options = {
    objects: Number(values.objects),
    random: new SeededRandom(Number(values.seed)),
    onDefinition: (name: string) => {
      count += 1;
      process.stderr.write(`[${count}/${definitions.length}] ${name}\n`);
    },
  };
  const comparison = await compareDefinitions([ours, theirs], definitions, options);
  const { differences, ...tally } = comparison;
  if (values.json) process.stdout.write(`${JSON.stringify(comparison, undefined, 2)}\n`);
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
    `${count} differences (seed ${values.seed})`
  );
}
