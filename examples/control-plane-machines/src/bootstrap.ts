import { runProvider } from "@capstan/provider";
import { LightConfigReconciler } from "./reconcilers/light-config/light-config-reconciler.ts";

await runProvider({ name: "bootstrap-light", reconcilers: [new LightConfigReconciler()] });
