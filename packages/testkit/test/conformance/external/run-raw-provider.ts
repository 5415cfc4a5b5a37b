import { parseArgs } from "node:util";
import { runManager } from "@capstan/runtime";
import { OutsideWorld } from "../../../src/conformance/scene/outside-world.ts";
import { correctRawProviders } from "../raw/correct-providers.ts";
import { faultyConfigProviders } from "../raw/faulty-configs.ts";
import { faultyMachineControlPlanes } from "../raw/faulty-machine-control-planes.ts";
import { faultyMachineProviders } from "../raw/faulty-machines.ts";
import { correctMachineControlPlane } from "../raw/machine-control-planes.ts";
import { refusing } from "./refusing.ts";

// Runs one of the hand-written providers as a process: `--name <name>` of a correct provider, or `--fault <what it does wrong>` for a
// faulty one; with `--refuse <message>` its admission refuses every object of its kind.
const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { name: text, fault: text, refuse: text, "webhook-port": text, "webhook-cert-dir": text },
});
const faulty = [...faultyConfigProviders, ...faultyMachineProviders, ...faultyMachineControlPlanes].find(
  ({ fault }) => fault === values.fault,
);
const correct = [...correctRawProviders, correctMachineControlPlane].find(({ name }) => name === values.name);
const { subject } = faulty ?? correct ?? {};
if (subject === undefined) throw new Error("There is no such provider");

// Its cloud is in its memory, where no other process can look.
const start = { outside: new OutsideWorld() } as unknown as Parameters<typeof subject.reconcilers>[0];
const reconcilers = await subject.reconcilers(start);
const { refuse: message, "webhook-port": port, "webhook-cert-dir": folder } = values;
await runManager({
  name: "raw",
  description: "A provider that is written by hand.",
  version: "v0.0.0",
  argv: [
    "--leader-elect=false",
    "--health-addr=127.0.0.1:0",
    "--diagnostics-address=127.0.0.1:0",
    ...(port === undefined || folder === undefined ? [] : [`--webhook-port=${port}`, `--webhook-cert-dir=${folder}`]),
  ],
  admission: message === undefined ? [] : [refusing(message)],
  setup: (manager) => {
    for (const reconciler of reconcilers) reconciler.setup(manager);
  },
});
