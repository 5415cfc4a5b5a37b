import { type CustomResourceDefinition, machinePoolCRD as poolCRD } from "@capstan/contract";

/** The CRD of MachinePools, for tests of providers that serve them: Capstan has no controller for the kind. */
export const machinePoolCRD: CustomResourceDefinition = poolCRD;
