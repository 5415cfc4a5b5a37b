import { describeIPAMContract } from "@capstan/testkit/conformance";
import { __IPPoolKind__ } from "../src/api/__ipPoolFile__.ts";
import { __IPPoolKind__Reconciler } from "../src/reconcilers/__ipPoolFile__/__ipPoolFile__-reconciler.ts";

describeIPAMContract({
  definition: __IPPoolKind__,
  spec: { addresses: ["192.0.2.10"], prefix: 24 },
  reconcilers: () => [new __IPPoolKind__Reconciler()],
});
