import {
  type InitInput,
  type KubeadmConfigSpec,
  type ResolvedFile,
  type WorkerJoinInput,
  renderControlPlaneJoin,
  renderInit,
  renderWorkerJoin,
} from "../../src/index.ts";
import { discovery } from "../render/rendered.ts";

/** A spec, and its files after Secrets are read. */
export interface Given {
  readonly spec?: KubeadmConfigSpec;
  readonly files?: readonly ResolvedFile[];
}

const kubernetesVersion = "v1.36.0";

/** Bootstrap data of each kind of machine, as the provider renders it. */
export const dataOf = {
  init: (given: Given): string => {
    const input: InitInput = {
      ...parts(given),
      cluster: { clusterName: "c1", controlPlaneEndpoint: "10.0.0.1:6443" },
      certificates: [],
    };
    return renderInit(input);
  },
  "control-plane join": (given: Given): string =>
    renderControlPlaneJoin({ ...parts(given), discovery, certificates: [] }),
  "worker join": (given: Given): string => renderWorkerJoin({ ...parts(given), discovery } satisfies WorkerJoinInput),
} as const;

function parts({ spec = {}, files = [] }: Given) {
  return { spec, setup: { files, users: [] }, kubernetesVersion };
}

/** A command that records its run. */
export const trace = (line: string): string => `echo ${line} >>/var/log/trace`;
