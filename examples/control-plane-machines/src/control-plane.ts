import { runProvider } from "@capstan/provider";
import { LightControlPlaneReconciler } from "./reconcilers/light-control-plane/light-control-plane-reconciler.ts";

await runProvider({ name: "control-plane-light", reconcilers: [new LightControlPlaneReconciler()] });
