import { describeProviderContract } from "@capstan/testkit/conformance";
import { __ConfigKind__ } from "../src/api/__configFile__.ts";
import { __ControlPlaneKind__ } from "../src/api/__controlPlaneFile__.ts";
import { __ConfigKind__Reconciler } from "../src/reconcilers/__configFile__/__configFile__-reconciler.ts";
import { __ControlPlaneKind__Reconciler } from "../src/reconcilers/__controlPlaneFile__/__controlPlaneFile__-reconciler.ts";

// The suite creates the infrastructure of the Machines, and boots them.
describeProviderContract({
  definition: __ControlPlaneKind__,
  spec: { version: "v1.36.0" },
  reconcilers: () => [new __ControlPlaneKind__Reconciler(), new __ConfigKind__Reconciler()],
});

describeProviderContract({
  definition: __ConfigKind__,
  controlPlane: true,
  cluster: { controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } },
  manifests: `
apiVersion: v1
kind: Secret
metadata:
  name: c1-ca
  labels:
    cluster.x-k8s.io/cluster-name: c1
type: cluster.x-k8s.io/secret
stringData:
  tls.crt: certificate
  tls.key: private key
`,
  reconcilers: () => [new __ConfigKind__Reconciler()],
});
