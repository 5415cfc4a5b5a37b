import { jsonOption, list, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { courses } from "./courses/courses.ts";
import { peers } from "./peers/peers.ts";

const courseNames = [...courses.keys()];
const peerNames = peers.map(({ name }) => name);
const command = script(
  "Lets the runtime, controller-runtime and other client libraries read and follow the same ConfigMaps of the same API server, each in a process " +
    "of its own, and prints what that cost, and how they came back from faults.",
  `The peers:\n\n${peers.map(({ name, what }) => `  ${name.padEnd(18)} ${what}`).join("\n")}\n
The real server needs KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver; controller-runtime needs Go, and the peers that
are not in package.json npm and its registry: they are installed into a temporary folder.`,
)
  .option(
    "--only <courses>",
    `of ${courseNames.join(", ")}, separated by commas`,
    list(oneOf(courseNames)),
    courseNames,
  )
  .option("--peers <names>", `of ${peerNames.join(", ")}, separated by commas`, list(oneOf(peerNames)), peerNames)
  .option("--objects <number>", "of the first read", wholeNumber(1), 10_000)
  .option("--updates <number>", "changes of the steady course", wholeNumber(1), 5_000)
  .option("--patience <seconds>", "the longest wait for a recovery", wholeNumber(1), 60)
  .option("--quiet <seconds>", "in which nothing happens, at the beginning of half-open", wholeNumber(1), 60)
  .option("--repeat <number>", "medians of this many runs", wholeNumber(1), 3)
  .option(
    "--server <name>",
    "real or embedded; the embedded one is for trying this out",
    oneOf(["real", "embedded"]),
    "real",
  )
  .option(...jsonOption)
  .option("--output <folder>", "also write clients.md and clients.json there, after each course");

export type Flags = ReturnType<typeof readFlags>;

export function readFlags() {
  const { peers: chosen, ...others } = optionsOf(command);
  return { ...others, peers: chosen.flatMap((name) => peers.filter((peer) => peer.name === name)) };
}
