import type { KubernetesObject } from "@capstan/contract";
import { parseManifests } from "@capstan/kube";

/** An object as a tenant writes it. */
export type Manifest = KubernetesObject & { readonly spec?: object };

const core = "cluster.x-k8s.io";
const bootstrap = "bootstrap.cluster.x-k8s.io";
const infrastructure = "infrastructure.cluster.x-k8s.io";

const cluster = `
apiVersion: ${infrastructure}/v1beta2
kind: MockCluster
metadata: { name: c1 }
---
apiVersion: ${core}/v1beta2
kind: Cluster
metadata: { name: c1 }
spec:
  clusterNetwork: { pods: { cidrBlocks: [192.168.0.0/16] }, services: { cidrBlocks: [10.128.0.0/12] } }
  infrastructureRef: { apiGroup: ${infrastructure}, kind: MockCluster, name: c1 }
`;

const controlPlane = `
apiVersion: ${bootstrap}/v1beta2
kind: KubeadmConfig
metadata: { name: cp }
---
apiVersion: ${infrastructure}/v1beta2
kind: MockMachine
metadata: { name: cp }
---
apiVersion: ${core}/v1beta2
kind: Machine
metadata: { name: cp, labels: { ${core}/cluster-name: c1, ${core}/control-plane: "" } }
spec:
  clusterName: c1
  version: v1.36.0
  bootstrap: { configRef: { apiGroup: ${bootstrap}, kind: KubeadmConfig, name: cp } }
  infrastructureRef: { apiGroup: ${infrastructure}, kind: MockMachine, name: cp }
`;

const workers = `
apiVersion: ${core}/v1beta2
kind: MachineDeployment
metadata: { name: md }
spec:
  clusterName: c1
  replicas: 2
  selector: {}
  template:
    spec:
      clusterName: c1
      version: v1.36.0
      bootstrap: { configRef: { apiGroup: ${bootstrap}, kind: KubeadmConfigTemplate, name: workers } }
      infrastructureRef: { apiGroup: ${infrastructure}, kind: MockMachineTemplate, name: workers }
---
apiVersion: ${core}/v1beta2
kind: MachineHealthCheck
metadata: { name: check }
spec:
  clusterName: c1
  selector: { matchLabels: { ${core}/deployment-name: md } }
  checks: { nodeStartupTimeoutSeconds: 3600 }
`;

/** The templates of a MachineDeployment's Machines. */
export function machineTemplates(name: string): Manifest[] {
  return read(`
apiVersion: ${bootstrap}/v1beta2
kind: KubeadmConfigTemplate
metadata: { name: ${name} }
spec: { template: { spec: { joinConfiguration: { nodeRegistration: { kubeletExtraArgs: [{ name: node-labels, value: pool=${name} }] } } } } }
---
apiVersion: ${infrastructure}/v1beta2
kind: MockMachineTemplate
metadata: { name: ${name} }
spec: { template: { spec: { bootDuration: { minMilliseconds: 500, maxMilliseconds: 500 } } } }
`);
}

/** A complete tenant: a Cluster with a control plane Machine, and workers. */
export function tenantsObjects(): Manifest[] {
  return [...read(cluster), ...read(controlPlane), ...machineTemplates("workers"), ...read(workers)];
}

function read(yaml: string): Manifest[] {
  return parseManifests("a tenant's objects", yaml) as Manifest[];
}
