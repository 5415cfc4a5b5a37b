import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { ConfigMap, Secret } from "@capstan/runtime";

/** All kinds of a namespace with a Cluster, in Velero's restore order: Secrets first, then by name. */
export const kinds: readonly ResourceKind[] = [
  Secret,
  ConfigMap,
  Cluster,
  KubeadmConfig.kind,
  KubeadmConfig.templateKind,
  MachineDeployment,
  MachineHealthCheck,
  Machine,
  MachineSet,
  MockCluster.kind,
  MockMachine.kind,
  MockMachine.templateKind,
];
