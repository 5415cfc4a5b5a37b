import type { BootDecision, ObservedControlPlane } from "@capstan/infrastructure-mock";
import { token } from "../bootstrap-data.ts";

/**
 * The control plane that a machine has initialized.
 *
 * @throws Error the machine does not initialize one.
 */
export function initializedBy(
  decision: BootDecision,
  changes: Partial<ObservedControlPlane> = {},
): { controlPlane: ObservedControlPlane } {
  if (decision.outcome !== "initializes") throw new Error(JSON.stringify(decision));
  return {
    controlPlane: {
      certificateAuthority: decision.certificates.certificateAuthority.certificate,
      publicKeys: decision.certificates.publicKeys,
      certificatesDirectory: decision.intent.certificatesDirectory,
      hasClusterConfiguration: true,
      bootstrapTokens: [
        {
          ...token,
          authentication: true,
          signing: true,
          extraGroups: ["system:bootstrappers:kubeadm:default-node-token"],
        },
      ],
      nodeNames: new Set(),
      ...changes,
    },
  };
}
