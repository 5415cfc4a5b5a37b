import { runProvider } from "@capstan/provider";
import { ManifestSetReconciler } from "./reconcilers/manifest-set/manifest-set-reconciler.ts";

await runProvider({ name: "addon-manifests", reconcilers: [new ManifestSetReconciler()] });
