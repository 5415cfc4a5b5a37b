// Use the kinds
export { DockerCluster } from "./api/docker-cluster.ts";
export { DockerMachine } from "./api/docker-machine.ts";
export { DockerMachinePool } from "./api/docker-machine-pool.ts";

// Run their controllers
export { DockerInfrastructure } from "./infrastructure/docker-infrastructure.ts";
export { dockerReconcilers } from "./reconcilers/docker-reconcilers.ts";

// Look at what exists of a Cluster
export { clusterRemains, removeRemains } from "./infrastructure/cluster-remains.ts";

// Run kubeadm in containers
export { kubeadmInContainer } from "./boot/kubeadm-in-container.ts";

// Find a container engine, or replace it in tests
export { openEngine } from "./engine/open-engine.ts";
export type { EngineSurroundings } from "./engine/engine-address.ts";
export type {
  ContainerFile,
  Engine,
  EngineContainer,
  EngineCapabilities,
  EngineNetwork,
  ExecResult,
} from "./engine/engine.ts";
export type { ContainerSpec, HostMount, PublishedPort } from "./engine/container-spec.ts";
export { EngineError, type EngineReason, engineReasons } from "./engine/engine-error.ts";
export { engineLabels } from "./engine/labels.ts";
