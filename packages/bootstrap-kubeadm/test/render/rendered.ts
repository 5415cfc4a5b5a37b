import {
  type InitInput,
  type KubeadmConfigSpec,
  type ResolvedSetup,
  type WorkerJoinInput,
  renderInit,
  renderWorkerJoin,
} from "../../src/index.ts";

export const noSetup: ResolvedSetup = { files: [], users: [] };
/** The discovery settings of a machine. */
export const discovery = {
  bootstrapToken: {
    token: "abcdef.0123456789abcdef",
    apiServerEndpoint: "10.0.0.1:6443",
    caCertHashes: [`sha256:${"0".repeat(64)}`],
  },
};

/** The data of the machine that initializes the control plane. */
export function init(spec: KubeadmConfigSpec, overrides: Partial<InitInput> = {}): string {
  return renderInit({
    spec,
    setup: noSetup,
    kubernetesVersion: "v1.36.0",
    cluster: { clusterName: "c1", controlPlaneEndpoint: "10.0.0.1:6443" },
    certificates: [],
    ...overrides,
  });
}

/** The data of a worker. */
export function joinWorker(spec: KubeadmConfigSpec, overrides: Partial<WorkerJoinInput> = {}): string {
  return renderWorkerJoin({ spec, setup: noSetup, kubernetesVersion: "v1.36.0", discovery, ...overrides });
}
