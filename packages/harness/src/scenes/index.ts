export { allRunning, createCluster, createControlPlane, createWorkers, scaleWorkers } from "./fleet.ts";
export { createPool, joinPool, ownedBy, type PoolOptions } from "./machine-pools.ts";
export {
  type FurtherProvider,
  ManagementCluster,
  type ManagementOptions,
  type ServedRequest,
  servers,
} from "./management-cluster.ts";
export { clusterObjects, dataSecret, type MachineManifestOptions, machineObjects, names } from "./objects.ts";
export { type AnyObject, decoded, Scene, sceneKinds, type Seen } from "./scene.ts";
export { story } from "./story.ts";
export type { ServerName } from "../servers/flow-servers.ts";
