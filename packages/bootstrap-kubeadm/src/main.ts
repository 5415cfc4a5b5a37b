#!/usr/bin/env node
import { runProvider } from "@capstan/provider";
import { KubeadmConfigReconciler } from "./reconcilers/kubeadm-config/kubeadm-config-reconciler.ts";
import { takeTtlFlag } from "./ttl-flag.ts";

const { tokenTtlMs, rest } = takeTtlFlag(process.argv.slice(2));

await runProvider({
  name: "capstan-bootstrap-kubeadm",
  description:
    "Makes cloud-init bootstrap data from KubeadmConfigs. Besides the flags below: --bootstrap-token-ttl <duration> " +
    "(default 15m), the life of a bootstrap token, extended until its machine has joined.",
  argv: rest,
  reconcilers: [new KubeadmConfigReconciler(tokenTtlMs === undefined ? {} : { tokenTtlMs })],
});
