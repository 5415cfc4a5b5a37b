import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";

/** The input of bootstrap data, as both renderers take it. */
export interface MachineQuestion {
  readonly name: string;
  readonly role: "init" | "control-plane" | "worker";
  readonly kubernetesVersion: string;
  readonly spec: KubeadmConfigSpec;
  readonly cluster: Readonly<Record<string, string>>;
  readonly certificates: readonly Readonly<Record<string, string>>[];
}

const discovery = {
  bootstrapToken: {
    token: "abcdef.0123456789abcdef",
    apiServerEndpoint: "10.0.0.1:6443",
    caCertHashes: [`sha256:${"0".repeat(64)}`],
  },
};
const pair = { certificate: "-----CERT-----\n", privateKey: "-----KEY-----\n" };
export const certificates = [
  { purpose: "ca", certificateFile: "/etc/kubernetes/pki/ca.crt", keyFile: "/etc/kubernetes/pki/ca.key", ...pair },
  { purpose: "etcd", certificateFile: "/etc/kubernetes/pki/etcd/ca.crt", keyFile: "/e.key", ...pair, privateKey: "" },
];

type Rest = Partial<Omit<MachineQuestion, "name" | "role" | "spec">>;

export function init(name: string, spec: KubeadmConfigSpec, rest: Rest = {}): MachineQuestion {
  const cluster = { clusterName: "c1", controlPlaneEndpoint: "10.0.0.1:6443" };
  return { name, role: "init", kubernetesVersion: "v1.36.0", cluster, certificates: [], ...rest, spec };
}

export function worker(name: string, spec: KubeadmConfigSpec, rest: Rest = {}): MachineQuestion {
  const joinConfiguration = { discovery, ...spec.joinConfiguration };
  return { ...init(name, { ...spec, joinConfiguration }, rest), role: "worker" };
}

export function controlPlane(name: string, spec: KubeadmConfigSpec, rest: Rest = {}): MachineQuestion {
  return { ...worker(name, spec, { certificates, ...rest }), role: "control-plane" };
}
