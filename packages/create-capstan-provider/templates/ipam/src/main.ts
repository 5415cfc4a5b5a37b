import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { __IPPoolKind__Reconciler } from "./reconcilers/__ipPoolFile__/__ipPoolFile__-reconciler.ts";

await runProvider({
  name: "__packageName__",
  version: packageJson.version,
  reconcilers: [new __IPPoolKind__Reconciler()],
});
