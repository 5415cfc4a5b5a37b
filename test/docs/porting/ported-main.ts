import { runProvider } from "@capstan/provider";
import { FooMachineReconciler } from "./ported-reconciler.ts";
import { ReadyCloud } from "./ready-cloud.ts";

const name = "foo";
const reconcilers = [new FooMachineReconciler(new ReadyCloud())];

await runProvider({ name, reconcilers });
