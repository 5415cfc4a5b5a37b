import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { InMemoryControlPlanes } from "./cloud/in-memory-control-planes.ts";
import { __ControlPlaneKind__Reconciler } from "./reconcilers/__controlPlaneFile__/__controlPlaneFile__-reconciler.ts";

await runProvider({
  name: "__packageName__",
  version: packageJson.version,
  // TODO: ControlPlanes that call the real service.
  reconcilers: [new __ControlPlaneKind__Reconciler(new InMemoryControlPlanes())],
});
