import { describeAddonContract } from "@capstan/testkit/conformance";
import { ManifestSet } from "./src/api/manifest-set.ts";
import { ManifestSetReconciler } from "./src/reconcilers/manifest-set/manifest-set-reconciler.ts";

const manifests = `
apiVersion: v1
kind: ConfigMap
metadata: { name: tools }
data:
  settings: |
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: settings, namespace: default }
    data: { color: red }
`;

for (const prune of [true, false]) {
  describeAddonContract({
    definition: ManifestSet,
    spec: { resources: [{ kind: "ConfigMap", name: "tools" }], strategy: "Reconcile", prune },
    keeps: !prune,
    manifests,
    reconcilers: () => [new ManifestSetReconciler()],
  });
}
