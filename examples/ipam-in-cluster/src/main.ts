import { runProvider } from "@capstan/provider";
import { GlobalInClusterIPPool, InClusterIPPool } from "./api/definitions.ts";
import { InClusterPoolReconciler } from "./reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";

await runProvider({
  name: "ipam-in-cluster",
  reconcilers: [InClusterIPPool, GlobalInClusterIPPool].map((definition) => new InClusterPoolReconciler(definition)),
});
