import { caCertHashes } from "@capstan/bootstrap-kubeadm";
import type { Facts, Tokens } from "./corpus-case.ts";

/** The tokens of the cluster that machines join. */
export const tokens: Tokens = {
  usable: "abcdef.0123456789abcdef",
  expired: "bbbbb1.0123456789abcdef",
  signingOnly: "bbbbb2.0123456789abcdef",
  authenticationOnly: "bbbbb3.0123456789abcdef",
  withoutGroup: "bbbbb4.0123456789abcdef",
};

/** The facts about a cluster that KubeadmConfigs of the corpus refer to. */
export function factsOf(cluster: Pick<Facts, "certificateAuthority" | "endpoint" | "takenName">): Facts {
  return { ...cluster, tokens, caCertHashes: caCertHashes(cluster.certificateAuthority) };
}
