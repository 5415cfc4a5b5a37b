import { jsonOption, list, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { courses } from "./courses/courses.ts";
import { peers } from "./peers/peers.ts";

const courseNames = [...courses.keys()];
const peerNames = peers.map(({ name }) => name);
const command = script(
  "Runs Capstan's runtime, controller-runtime and other client libraries, each in a separate process, on the same ConfigMaps of the same API " +
    "server. They list and watch; prints the cost, and how they recover from faults.",
  `The peers:\n\n${peers.map(({ name, what }) => `  ${name.padEnd(18)} ${what}`).join("\n")}\n
The real server needs KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver; controller-runtime needs Go. The peers that
are not in package.json need npm and its registry: they are installed into a temporary folder.`,
)
  .option(
    "--only <courses>",
    `courses, of ${courseNames.join(", ")}, separated by commas`,
    list(oneOf(courseNames)),
    courseNames,
  )
  .option(
    "--peers <names>",
    `peers, of ${peerNames.join(", ")}, separated by commas`,
    list(oneOf(peerNames)),
    peerNames,
  )
  .option("--objects <number>", "objects of the first list", wholeNumber(1), 10_000)
  .option("--updates <number>", "changes of the steady course", wholeNumber(1), 5_000)
  .option("--patience <seconds>", "timeout of a recovery", wholeNumber(1), 60)
  .option("--quiet <seconds>", "idle seconds at the start of half-open", wholeNumber(1), 60)
  .option("--repeat <number>", "runs; the figures are medians", wholeNumber(1), 3)
  .option("--server <name>", "real or embedded; embedded is for trial runs", oneOf(["real", "embedded"]), "real")
  .option(...jsonOption)
  .option("--output <folder>", "also write clients.md and clients.json to this folder, after each course");

export type Flags = ReturnType<typeof readFlags>;

export function readFlags() {
  const { peers: chosen, ...others } = optionsOf(command);
  return { ...others, peers: chosen.flatMap((name) => peers.filter((peer) => peer.name === name)) };
}
