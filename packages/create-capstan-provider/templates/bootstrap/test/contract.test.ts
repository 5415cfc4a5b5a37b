import { describeProviderContract } from "@capstan/testkit/conformance";
import { __ConfigKind__ } from "../src/api/__configFile__.ts";
import { __ConfigKind__Reconciler } from "../src/reconcilers/__configFile__/__configFile__-reconciler.ts";

describeProviderContract({
  definition: __ConfigKind__,
  spec: { commands: ["echo hello"] },
  reconcilers: () => [new __ConfigKind__Reconciler()],
});
