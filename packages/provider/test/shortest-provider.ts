import { runProvider } from "@capstan/provider";
import { ShellConfigReconciler } from "./shell-config.ts";

await runProvider({ name: "shell", reconcilers: [new ShellConfigReconciler()] });
