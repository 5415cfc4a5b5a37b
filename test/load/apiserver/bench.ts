// npm run bench -- apiserver
import process from "node:process";
import { list, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { type Figure, type Measure, render } from "./parts/figure.ts";
import { measureFork } from "./measures/fork.ts";
import { measureObjects } from "./measures/objects.ts";
import { measureReady } from "./measures/ready.ts";
import { measureWatches } from "./measures/watches.ts";

const measures: ReadonlyMap<string, Measure> = new Map([
  ["ready", measureReady],
  ["fork", measureFork],
  ["objects", measureObjects],
  ["watches", measureWatches],
]);

const names = [...measures.keys()];
const command = script(
  "Measures the embedded API server, and etcd with kube-apiserver, in one run.",
  'All but "fork" need KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver. "fork" installs the CRDs of the build in\n' +
    "CAPSTAN_CLUSTER_API_ASSETS if it is set, otherwise Capstan's.",
)
  .option("--only <measures>", `measures, of ${names.join(", ")}, separated by commas`, list(oneOf(names)), names)
  .option("--rounds <number>", "rounds; the figures are medians", wholeNumber(1), 5)
  .option("--objects <number>", "objects for the measurement of memory", wholeNumber(1), 10_000)
  .option("--watchers <number>", "watchers of the objects", wholeNumber(1), 100);

const { only, ...sizes } = optionsOf(command);
const figures: Figure[] = [];
for (const name of only) {
  process.stderr.write(`${name}\n`);
  figures.push(...((await measures.get(name)?.(sizes)) ?? []));
}
process.stdout.write(render(figures));
