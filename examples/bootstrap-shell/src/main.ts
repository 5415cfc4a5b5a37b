import { runProvider } from "@capstan/provider";
import { ShellConfigReconciler } from "./reconcilers/shell-config/shell-config-reconciler.ts";

await runProvider({ name: "bootstrap-shell", reconcilers: [new ShellConfigReconciler()] });
