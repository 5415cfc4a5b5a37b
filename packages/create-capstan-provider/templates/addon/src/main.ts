import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { __AddonKind__Reconciler } from "./reconcilers/__addonFile__/__addonFile__-reconciler.ts";

await runProvider({
  name: "__packageName__",
  version: packageJson.version,
  reconcilers: [new __AddonKind__Reconciler()],
});
