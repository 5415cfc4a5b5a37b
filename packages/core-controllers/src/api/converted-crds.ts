import { coreCRDs, machinePoolCRD, type CustomResourceDefinition } from "@capstan/contract";
import { placeholderClientConfig, withConversionWebhook } from "@capstan/runtime";
import { convertedKinds } from "./convert.ts";

/**
 * The CRDs of the core, and that of MachinePools, which clusterctl lists. A webhook converts those with two versions; its address is not
 * known yet.
 */
export const convertedCoreCRDs: readonly CustomResourceDefinition[] = [...coreCRDs, machinePoolCRD].map((crd) =>
  convertedKinds.includes(crd.spec.names.kind) ? withConversionWebhook(crd, placeholderClientConfig) : crd,
);
