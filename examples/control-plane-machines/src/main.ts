import { runProvider } from "@capstan/provider";
import { LightConfigReconciler } from "./reconcilers/light-config/light-config-reconciler.ts";
import { LightControlPlaneReconciler } from "./reconcilers/light-control-plane/light-control-plane-reconciler.ts";

await runProvider({
  name: "control-plane-machines",
  reconcilers: [new LightControlPlaneReconciler(), new LightConfigReconciler()],
});
