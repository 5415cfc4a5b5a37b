import { bootstrapDataProblems } from "@capstan/bootstrap-data";

/** Why a machine does not join; the reasons of its condition. The README explains each. */
export const bootProblemReasons = [
  ...bootstrapDataProblems,
  "NoBootstrapData",
  "KubeadmNotCalled",
  "KubeadmNotFollowed",
  "KubeadmArgumentsInvalid",
  "KubeadmConfigNotFound",
  "KubeadmConfigInvalid",
  "KubernetesVersionUnsupported",
  "CertificatesMissing",
  "CertificatesInvalid",
  "CertificatesMismatch",
  "ControlPlaneEndpointMismatch",
  "ControlPlaneNotInitialized",
  "ClusterAlreadyInitialized",
  "ClusterConfigurationNotFound",
  "DiscoveryInvalid",
  "CACertHashMismatch",
  "TokenNotFound",
  "TokenSecretMismatch",
  "TokenExpired",
  "TokenNotUsable",
  "NodeNameInvalid",
  "NodeNameTaken",
  "NodeLabelsForbidden",
  "SentinelFileNotWritten",
] as const;

/** One of {@link bootProblemReasons}. */
export type BootProblemReason = (typeof bootProblemReasons)[number];

/** Thrown by the steps of a boot; `decideBoot` converts it to a decision. The message contains no secrets. */
// eslint-disable-next-line errors/capstan-errors -- `decideBoot` catches it
export class BootProblem extends Error {
  override readonly name = "BootProblem";
  readonly reason: BootProblemReason;
  /** Whether the machine tries again when the cluster changes, as kubeadm waits for an API server. */
  readonly waits: boolean;

  constructor(reason: BootProblemReason, message: string, options: { cause?: unknown; waits?: boolean } = {}) {
    super(message, options);
    this.reason = reason;
    this.waits = options.waits ?? false;
  }
}
