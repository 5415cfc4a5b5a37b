import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { InMemoryCloud } from "./cloud/in-memory-cloud.ts";
import { __ClusterKind__Reconciler } from "./reconcilers/__clusterFile__/__clusterFile__-reconciler.ts";
import { __MachineKind__Reconciler } from "./reconcilers/__machineFile__/__machineFile__-reconciler.ts";

// TODO: a __Prefix__Cloud that calls the real cloud.
const cloud = new InMemoryCloud();

await runProvider({
  name: "__packageName__",
  version: packageJson.version,
  reconcilers: [new __ClusterKind__Reconciler(cloud), new __MachineKind__Reconciler(cloud)],
});
