import { runProvider } from "@capstan/provider";
import { CloudAccounts } from "./cloud/cloud-accounts.ts";
import { RestClusterReconciler } from "./reconcilers/rest-cluster/rest-cluster-reconciler.ts";
import { RestMachineReconciler } from "./reconcilers/rest-machine/rest-machine-reconciler.ts";

// One for both kinds, because they share the cloud's rate limit.
const accounts = new CloudAccounts();

await runProvider({
  name: "infrastructure-rest-cloud",
  reconcilers: [new RestClusterReconciler(accounts), new RestMachineReconciler(accounts)],
});
