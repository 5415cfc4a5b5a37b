import type { BootProblemReason } from "@capstan/infrastructure-mock";

/** Something that a real machine prints, and the causes that this can have: kubeadm does not tell all of them apart. */
type Symptom = readonly [shown: RegExp, of: readonly BootProblemReason[]];

/** In the order in which they are looked for. */
const symptoms: readonly Symptom[] = [
  [/chown: invalid (user|group)/, ["FileOwnerUnknown"]],
  [/unable to read config from .* no such file/, ["KubeadmConfigNotFound"]],
  [/nodeRegistration\.name: Invalid value|must be no more than 63 bytes/, ["NodeNameInvalid"]],
  [/a Node with name .* already exists/, ["NodeNameTaken"]],
  [/none of the public keys .* are pinned/, ["CACertHashMismatch"]],
  [/discovery\.(\w+\.)?\w+: Invalid value|CA certificate hash|identity of the API Server: yaml/, ["DiscoveryInvalid"]],
  [/failed to verify JWS signature/, ["TokenSecretMismatch"]],
  [
    /token id .* is invalid for this cluster or it has expired|could not find a JWS signature/,
    ["TokenNotFound", "TokenExpired", "TokenNotUsable"],
  ],
  [/User "system:bootstrap:\w+" cannot/, ["TokenNotUsable"]],
  [/Unauthorized/, ["TokenNotFound", "TokenNotUsable", "TokenExpired", "TokenSecretMismatch"]],
  [/invalid phase name|(featureGates|networking|bootstrapTokens)[\w.]*: Invalid value/, ["KubeadmConfigInvalid"]],
  [/unknown 'kubernetes\.io' or 'k8s\.io' labels/, ["NodeLabelsForbidden"]],
  [/kube-(apiserver|controller-manager|scheduler).*unknown flag|Error: unknown flag/, ["ControlPlaneArgumentsInvalid"]],
  [/failed to (parse|validate) kubelet flag|unknown flag|invalid argument/, ["KubeletArgumentsInvalid"]],
  [/^error: .*patch/m, ["KubeadmPatchesInvalid"]],
  [/failure loading .* (certificate|key)|ExternalEtcd/, ["CertificatesMissing"]],
  [/\[ERROR [^\]]+\]/, ["KubeadmPreflightFailed"]],
  [/connection refused|deadline exceeded/, ["ControlPlaneEndpointMismatch"]],
  [/This node has joined the cluster/, ["SentinelFileNotWritten"]],
];

/** The causes of a machine that has not joined; empty if its output is not understood. */
export function causesShown(output: string): readonly BootProblemReason[] {
  const [, of] = symptoms.find(([shown]) => shown.test(output)) ?? [];
  if (of !== undefined) return of;
  return /^error: |\[(init|preflight)\]/m.test(output) ? [] : ["KubeadmNotCalled", "KubeadmNotFollowed"];
}
