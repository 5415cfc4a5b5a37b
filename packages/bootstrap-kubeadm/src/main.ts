#!/usr/bin/env node
import { runProvider } from "@capstan/provider";
import packageJson from "../package.json" with { type: "json" };
import { KubeadmConfigReconciler } from "./reconcilers/kubeadm-config/kubeadm-config-reconciler.ts";
import { parseTokenTtl } from "./tokens/token-ttl.ts";

const reconciler = new KubeadmConfigReconciler();

await runProvider({
  name: "capstan-bootstrap-kubeadm",
  description: "Generates bootstrap data for machines that run kubeadm from KubeadmConfigs.",
  version: packageJson.version,
  reconcilers: [reconciler],
  extendFlags: (command) => {
    command.option(
      "--bootstrap-token-ttl <duration>",
      "lifetime of a bootstrap token, extended until its machine joins",
      "15m0s",
    );
  },
  configure: ({ bootstrapTokenTtl }) => {
    reconciler.tokenTtlMs = parseTokenTtl(String(bootstrapTokenTtl));
  },
});
