import { type CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { coreCRDs } from "./core-crds.ts";
import { ipamCRDs } from "./ipam-crds.ts";
import { machinePoolCRD } from "./machine-pool-crd.ts";

/**
 * The CRDs that a management cluster has with Capstan's core: {@link coreCRDs}; {@link ipamCRDs}, for providers; and, because clusterctl
 * lists it, {@link machinePoolCRD}.
 */
export const installedCRDs: readonly CustomResourceDefinition[] = [...coreCRDs, machinePoolCRD, ...ipamCRDs];
