import { type CustomResourceDefinition, installedCRDs } from "@capstan/contract";
import { placeholderClientConfig, withConversionWebhook } from "@capstan/runtime";
import { convertedKinds } from "./convert.ts";

/** The CRDs that the core installs. A webhook converts those with two versions; its address is not known yet. */
export const convertedCoreCRDs: readonly CustomResourceDefinition[] = installedCRDs.map((crd) =>
  convertedKinds.includes(crd.spec.names.kind) ? withConversionWebhook(crd, placeholderClientConfig) : crd,
);
