import { describeAddonContract } from "@capstan/testkit/conformance";
import { __AddonKind__ } from "../src/api/__addonFile__.ts";
import { __AddonKind__Reconciler } from "../src/reconcilers/__addonFile__/__addonFile__-reconciler.ts";

describeAddonContract({
  definition: __AddonKind__,
  spec: { greeting: "hi" },
  reconcilers: () => [new __AddonKind__Reconciler()],
});
