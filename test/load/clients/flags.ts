import { parseArgs } from "node:util";
import type { Sizes } from "./courses/course.ts";
import { courses } from "./courses/courses.ts";
import { type Peer, peers } from "./peers/peers.ts";
import type { ServerName } from "./servers/start-server.ts";

const peerNames = peers.map(({ name }) => name);
const defaults = { objects: "10000", updates: "5000", patience: "60", quiet: "60", repeat: "3" };

export const help = `npm run bench:clients -- [options]

  --only <courses>   of ${[...courses.keys()].join(", ")}; default: all, separated by commas
  --peers <names>    of ${peerNames.join(", ")}; default: all
  --objects <n>      objects of the first read, default ${defaults.objects}
  --updates <n>      changes of the steady course, default ${defaults.updates}
  --patience <n>     seconds: the longest wait for a recovery, default ${defaults.patience}
  --quiet <n>        seconds in which nothing happens, at the beginning of half-open, default ${defaults.quiet}
  --repeat <n>       medians of this many runs, default ${defaults.repeat}
  --server <name>    real or embedded; default: real. The embedded one is for trying this out
  --json             print JSON
  --output <folder>  also write clients.md and clients.json there, after each course
  --help             print this

The peers:

${peers.map(({ name, what }) => `  ${name.padEnd(18)} ${what}`).join("\n")}

The real server needs KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver; controller-runtime needs Go, and the peers that
are not in package.json npm and its registry: they are installed into a temporary folder.
`;

export interface Flags extends Sizes {
  /** Names of courses. */
  readonly only: readonly string[];
  readonly peers: readonly Peer[];
  readonly repeat: number;
  readonly server: ServerName;
  readonly json: boolean;
  readonly output: string | undefined;
}

/** @throws Error a flag that is not known, or cannot be understood. */
export function readFlags(): Flags | "help" {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: [...courses.keys()].join(",") },
      peers: { type: "string", default: peerNames.join(",") },
      objects: { type: "string", default: defaults.objects },
      updates: { type: "string", default: defaults.updates },
      patience: { type: "string", default: defaults.patience },
      quiet: { type: "string", default: defaults.quiet },
      repeat: { type: "string", default: defaults.repeat },
      server: { type: "string", default: "real" },
      json: { type: "boolean", default: false },
      output: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const only = values.only.split(",");
  for (const name of only) if (!courses.has(name)) throw new Error(`--only does not know ${name}.`);
  const chosen = values.peers.split(",").map((name) => {
    const peer = peers.find((each) => each.name === name);
    if (peer === undefined) throw new Error(`--peers does not know ${name}.`);
    return peer;
  });
  const { server, json, output } = values;
  if (server !== "real" && server !== "embedded") throw new Error(`--server does not know ${server}.`);
  const whole = (name: keyof typeof defaults): number => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new Error(`--${name} takes a whole number from 1.`);
  };
  const sizes = { objects: whole("objects"), updates: whole("updates") };
  const times = { patience: whole("patience"), quiet: whole("quiet") };
  return { ...sizes, ...times, only, peers: chosen, repeat: whole("repeat"), server, json, output };
}
