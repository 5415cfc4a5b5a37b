import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { __ConfigKind__Reconciler } from "./reconcilers/__configFile__/__configFile__-reconciler.ts";
import { __ControlPlaneKind__Reconciler } from "./reconcilers/__controlPlaneFile__/__controlPlaneFile__-reconciler.ts";

await runProvider({
  name: "__packageName__",
  version: packageJson.version,
  reconcilers: [new __ControlPlaneKind__Reconciler(), new __ConfigKind__Reconciler()],
});
