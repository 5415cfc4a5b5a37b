import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, Machine, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { KubeadmControlPlane } from "./kubeadm-control-plane.ts";

/** The kinds of a Cluster with a KubeadmControlPlane, workers, and Capstan's mock infrastructure. */
export const kubeadmClusterKinds: readonly ResourceKind[] = [
  Cluster,
  KubeadmControlPlane,
  MachineDeployment,
  Machine,
  KubeadmConfig.kind,
  MockCluster.kind,
  MockMachine.kind,
];
