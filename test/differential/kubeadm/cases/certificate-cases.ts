import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "./differential-case.ts";

function init(name: string, spec: KubeadmConfigSpec, rest: Partial<DifferentialCase> = {}): DifferentialCase {
  return { name: `certificates-${name}`, role: "init", version: "v1.36.0", spec, ...rest };
}

const external = {
  etcd: { external: { endpoints: ["https://e:2379"], caFile: "/e/ca", certFile: "/e/crt", keyFile: "/e/key" } },
};

/** Certificates that the provider creates, all or some, and certificates that it must not create. */
export const certificateCases: readonly DifferentialCase[] = [
  init("made", { verbosity: 1 }, { certificates: "none" }),
  init("completed", { verbosity: 1 }, { certificates: "some" }),
  ...(["ECDSA-P256", "ECDSA-P384", "RSA-2048", "RSA-3072", "RSA-4096"] as const).map((encryptionAlgorithm) =>
    init(
      encryptionAlgorithm.toLowerCase(),
      { clusterConfiguration: { encryptionAlgorithm } },
      { certificates: "none" },
    ),
  ),
  init("short-lived", { clusterConfiguration: { caCertificateValidityPeriodDays: 30 } }, { certificates: "none" }),
  init("external-etcd", { clusterConfiguration: external }, { certificates: "none" }),
  init("directory", { clusterConfiguration: { certificatesDir: "/etc//pki/../x/" } }),
  init(
    "external-etcd-key",
    { clusterConfiguration: external },
    {
      secrets: { "certificates-external-etcd-key-etcd": { "tls.crt": "CA\n", "tls.key": "KEY\n" } },
      difference: "external-etcd-key",
    },
  ),
  {
    ...init(
      "worker-without-key",
      { verbosity: 1 },
      { certificates: "without-keys", go: "refused", difference: "worker-ca-key" },
    ),
    role: "worker",
  },
  init("ca-without-key", { verbosity: 1 }, { certificates: "without-keys" }),
  { ...init("external-etcd-join", { clusterConfiguration: external }), role: "control-plane" },
];
