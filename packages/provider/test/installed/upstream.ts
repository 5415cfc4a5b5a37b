import type { CustomResourceDefinition } from "@capstan/provider";
import { upstreamCRDs } from "@capstan/testkit";

/** The CRDs of upstream's kubeadm bootstrap provider; undefined without the reference build. */
export const bootstrapCRDs: readonly CustomResourceDefinition[] | undefined =
  (process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") === "" ? undefined : upstreamCRDs("bootstrap");
