import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { __ConfigKind__Reconciler } from "./reconcilers/__configFile__/__configFile__-reconciler.ts";

await runProvider({
  name: "__packageName__",
  version: packageJson.version,
  reconcilers: [new __ConfigKind__Reconciler()],
});
