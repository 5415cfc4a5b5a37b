// Use MockCluster and MockMachine
export { MockCluster } from "./api/mock-cluster.ts";
export { MockMachine, type MockMachineObject } from "./api/mock-machine.ts";

// Run their controllers
export { MockClusterReconciler } from "./reconcilers/mock-cluster/mock-cluster-reconciler.ts";
export { MockMachineReconciler } from "./reconcilers/mock-machine/mock-machine-reconciler.ts";
export { bootstrapExecSucceeded } from "./reconcilers/mock-machine/boot-condition.ts";

// Create a cloud
export { MockCloud, type MockCloudOptions } from "./cloud/mock-cloud.ts";
export type {
  BootResult,
  CloudChange,
  Instance,
  InstanceRequest,
  LoadBalancerRequest,
  NamespacedName,
} from "./cloud/cloud-objects.ts";
export type { DurationRange } from "./cloud/duration.ts";

// Decide whether a machine would have joined
export { type BootDecision, decideBoot, type BootingMachine } from "./boot/decide-boot.ts";
export { type BootProblemReason, bootProblemReasons } from "./boot/problem/boot-problem.ts";
export type { ControlPlaneCertificates, PublicKeys } from "./boot/certificates.ts";
export type { InitIntent, InitToken, NodeRegistration, NodeTaint } from "./boot/kubeadm/intent.ts";
export type { NodePlan } from "./boot/node-plan.ts";
export type { BootstrapToken, ObservedCluster, ObservedControlPlane } from "./boot/observed-cluster.ts";
