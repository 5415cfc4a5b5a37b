import { runProvider } from "@capstan/provider";
import { GroupMachineReconciler } from "./reconcilers/group-machine/group-machine-reconciler.ts";
import { GroupMachinePoolReconciler } from "./reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";

await runProvider({
  name: "infrastructure-autoscaling-group",
  reconcilers: [new GroupMachinePoolReconciler(), new GroupMachineReconciler()],
});
