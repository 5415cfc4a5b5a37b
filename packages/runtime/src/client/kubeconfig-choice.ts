import type { Cluster } from "@kubernetes/client-node";
import { KubeconfigError } from "../errors/runtime-errors.ts";
import type { KubeconfigUser } from "./kubeconfig-user.ts";

/** The cluster and user of the selected context. */
export interface KubeconfigChoice {
  readonly cluster: Cluster;
  readonly user: KubeconfigUser | undefined;
}

/** @throws KubeconfigError - the context names no cluster, or its cluster has no URL. */
export function chosen(
  context: string | undefined,
  cluster: Cluster | undefined,
  user: KubeconfigUser | undefined,
): KubeconfigChoice {
  if (cluster === undefined || !URL.canParse(cluster.server)) {
    throw new KubeconfigError(
      `The kubeconfig's context "${context ?? ""}" names no cluster with a server URL; choose one of its contexts`,
    );
  }
  return { cluster, user };
}
