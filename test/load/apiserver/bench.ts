/** `npm run bench:apiserver`: the embedded API server next to etcd and kube-apiserver, in one run. */
import process from "node:process";
import { parseArgs } from "node:util";
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

const help = `npm run bench:apiserver -- [options]

  --only <measures>  of ${[...measures.keys()].join(", ")}; default: all, separated by commas
  --rounds <n>       medians of this many rounds, default 5
  --objects <n>      objects that memory is measured with, default 10000
  --watchers <n>     default 100
  --help             print this

All but "fork" need KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver. "fork" installs the CRDs of the build in
CAPSTAN_CLUSTER_API_ASSETS if that is set, otherwise ours.
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: [...measures.keys()].join() },
    rounds: { type: "string", default: "5" },
    objects: { type: "string", default: "10000" },
    watchers: { type: "string", default: "100" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) process.stdout.write(help);
else {
  const sizes = {
    rounds: Number(values.rounds),
    objects: Number(values.objects),
    watchers: Number(values.watchers),
  };
  const figures: Figure[] = [];
  for (const name of values.only.split(",")) {
    const measure = measures.get(name);
    if (measure === undefined) throw new Error(`${name}: not a measure.\n${help}`);
    process.stderr.write(`${name}\n`);
    figures.push(...(await measure(sizes)));
  }
  process.stdout.write(render(figures));
}
