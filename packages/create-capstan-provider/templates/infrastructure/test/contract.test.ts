import { describeProviderContract } from "@capstan/testkit/conformance";
import { __ClusterKind__ } from "../src/api/__clusterFile__.ts";
import { __MachineKind__ } from "../src/api/__machineFile__.ts";
import { __ClusterKind__Reconciler } from "../src/reconcilers/__clusterFile__/__clusterFile__-reconciler.ts";
import { __MachineKind__Reconciler } from "../src/reconcilers/__machineFile__/__machineFile__-reconciler.ts";
import { ReportingCloud } from "./reporting-cloud.ts";

describeProviderContract({
  definition: __ClusterKind__,
  reconcilers: ({ outside }) => [new __ClusterKind__Reconciler(new ReportingCloud({ endpoints: outside }))],
});

describeProviderContract({
  definition: __MachineKind__,
  infraCluster: __ClusterKind__,
  reconcilers: ({ outside }) => {
    const cloud = new ReportingCloud({ servers: outside });
    return [new __ClusterKind__Reconciler(cloud), new __MachineKind__Reconciler(cloud)];
  },
});
