import { parseArgs } from "node:util";
import { runManager } from "@capstan/runtime";
import { faultyIPPoolProviders } from "../raw/faulty-ip-pools.ts";
import { RawIPPoolProvider } from "../raw/raw-ip-pool.ts";

// Runs the hand-written IPAM provider as a process; with `--fault <what it does wrong>` a faulty one.
const { values } = parseArgs({ options: { fault: { type: "string" } } });
const Faulty = faultyIPPoolProviders.find(({ fault }) => fault === values.fault)?.provider;
if (values.fault !== undefined && Faulty === undefined) throw new Error("There is no such provider");
const provider = new (Faulty ?? RawIPPoolProvider)();

await runManager({
  name: "raw",
  description: "An IPAM provider that is written by hand.",
  version: "v0.0.0",
  argv: ["--leader-elect=false", "--health-addr=127.0.0.1:0", "--diagnostics-address=127.0.0.1:0"],
  setup: (manager) => {
    provider.setup(manager);
  },
});
