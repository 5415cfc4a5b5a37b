import { describeProviderContract } from "@capstan/testkit/conformance";
import { ShellConfig } from "../../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { ShellConfigReconciler } from "../../../../examples/bootstrap-shell/src/reconcilers/shell-config/shell-config-reconciler.ts";

describeProviderContract({
  definition: ShellConfig,
  spec: { script: "join" },
  cluster: { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } },
  reconcilers: () => [new ShellConfigReconciler()],
});
