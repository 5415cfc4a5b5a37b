import type { Scenario } from "@capstan/testkit/perturbation";
import { autoscalingGroup, autoscalingMachines } from "./autoscaling-group.ts";
import { addonManifests } from "./addon-manifests.ts";
import { bootstrapKubeadm, bootstrapShell } from "./bootstrap.ts";
import { core } from "./core.ts";
import { machineControlPlane } from "./machine-control-plane.ts";
import { managedControlPlane } from "./managed-control-plane.ts";
import { dockerPool } from "../../../packages/infrastructure-docker/test/perturbation/pool-scenario.ts";
import { dockerInfrastructure } from "./docker-infrastructure.ts";
import { ipamInCluster } from "./ipam-in-cluster.ts";
import { mockInfrastructure } from "./mock-infrastructure.ts";
import { restCloud } from "./rest-cloud.ts";

/** All reconcilers of this repository: reference providers, examples, core controllers. */
export const scenarios: readonly Scenario[] = [
  bootstrapKubeadm,
  mockInfrastructure,
  dockerInfrastructure,
  dockerPool,
  bootstrapShell,
  restCloud,
  autoscalingGroup,
  autoscalingMachines,
  managedControlPlane,
  machineControlPlane,
  addonManifests,
  ipamInCluster,
  core,
];
