import { runProvider } from "@capstan/provider";
import { ManagedControlPlaneReconciler } from "./reconcilers/managed-control-plane/managed-control-plane-reconciler.ts";

await runProvider({ name: "control-plane-managed", reconcilers: [new ManagedControlPlaneReconciler()] });
