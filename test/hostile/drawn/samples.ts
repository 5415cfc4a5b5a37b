import { parseManifests } from "@capstan/kube";
import { type Manifest, tenantsObjects } from "./manifests.ts";

const core = "cluster.x-k8s.io";
const infrastructure = "infrastructure.cluster.x-k8s.io";

/**
 * Objects that take a reconciler down other paths than the victim's: in the earlier version, with templates, pools, a separate control
 * plane.
 */
const further = `
apiVersion: ${core}/v1beta1
kind: Cluster
metadata: { name: c1 }
spec:
  controlPlaneEndpoint: { host: 127.0.0.1, port: 6443 }
  controlPlaneRef: { apiVersion: ${infrastructure}/v1beta2, kind: MockMachine, name: cp }
---
apiVersion: ${core}/v1beta2
kind: Cluster
metadata: { name: c1 }
spec: { controlPlaneEndpoint: { host: 127.0.0.1, port: 6443 } }
---
apiVersion: ${core}/v1beta2
kind: Cluster
metadata: { name: c1 }
spec: { infrastructureRef: { apiGroup: nowhere.example, kind: Unknown, name: c1 } }
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfig
metadata: { name: cp }
spec:
  files: [{ path: /etc/version, content: "{{ .controlPlane.version }}", contentFormat: Template }]
---
apiVersion: ${core}/v1beta2
kind: MachineSet
metadata: { name: set }
spec:
  clusterName: c1
  replicas: 2
  selector: { matchLabels: { set: own } }
  template:
    metadata: { labels: { set: own } }
    spec:
      clusterName: c1
      version: v1.36.0
      bootstrap: { dataSecretName: data }
      infrastructureRef: { apiGroup: ${infrastructure}, kind: MockMachineTemplate, name: workers }
---
apiVersion: ${core}/v1beta2
kind: MachinePool
metadata: { name: pool }
spec:
  clusterName: c1
  replicas: 2
  template:
    spec:
      clusterName: c1
      version: v1.36.0
      bootstrap: { configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfig, name: cp } }
      infrastructureRef: { apiGroup: ${infrastructure}, kind: MockMachineTemplate, name: workers }
---
apiVersion: bootstrap.cluster.x-k8s.io/v1alpha1
kind: ShellConfig
metadata: { name: cp }
spec: { script: join }
---
apiVersion: v1
kind: Secret
metadata: { name: c1-kubeconfig, labels: { ${core}/cluster-name: c1 } }
type: cluster.x-k8s.io/secret
stringData: { value: "apiVersion: v1\\nkind: Config\\n" }
---
apiVersion: v1
kind: Secret
metadata: { name: c1-ca, labels: { ${core}/cluster-name: c1 } }
type: cluster.x-k8s.io/secret
stringData: { tls.crt: none, tls.key: none }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: c1-lock }
data: { lock-information: '{"machineName":"cp"}' }
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: capstan-core }
spec: { holderIdentity: none, leaseDurationSeconds: 60 }
---
apiVersion: events.k8s.io/v1
kind: Event
metadata: { name: event }
eventTime: "2026-01-01T00:00:00.000000Z"
action: Attack
reason: Attacked
type: Normal
reportingController: attacker.example/attacker
reportingInstance: attacker
regarding: { apiVersion: ${core}/v1beta2, kind: Machine, namespace: evil, name: cp }
`;

const sampled = tenantsObjects();
/** Its Cluster has no infrastructure, and so does not wait for any: a load balancer costs a listener and time. */
const quick = sampled.filter(({ kind }) => kind !== "MockCluster" && kind !== "Cluster" && kind !== "KubeadmConfig");
const slow = sampled.filter(({ kind }) => kind === "MockCluster");

/** Objects that a tenant may write, one or more of a kind. */
export const samples: readonly Manifest[] = [
  ...quick,
  ...slow,
  ...(parseManifests("the attacker's samples", further) as Manifest[]),
];

/** The kinds of a Cluster with a control plane and workers, in the order in which they are written. */
export const kindsOfTenant: readonly string[] = ["Cluster", "KubeadmConfig", ...quick.map(({ kind }) => kind)];
