import { runProvider } from "@capstan/provider";
import { GroupMachinePoolReconciler } from "./reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";

await runProvider({ name: "infrastructure-autoscaling-group", reconcilers: [new GroupMachinePoolReconciler()] });
