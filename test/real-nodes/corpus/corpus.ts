import { commands } from "./commands.ts";
import { controlPlane } from "./control-plane.ts";
import type { CorpusCase } from "./corpus-case.ts";
import { discovery } from "./discovery.ts";
import { files } from "./files.ts";
import { ignition } from "./ignition.ts";
import { kubeadm } from "./kubeadm.ts";
import { machineSetup } from "./machine-setup.ts";
import { node } from "./node.ts";

/** Every KubeadmConfig that the mock and a real Node must judge alike. */
export const corpus: readonly CorpusCase[] = [
  ...files,
  ...machineSetup,
  ...commands,
  ...node,
  ...discovery,
  ...kubeadm,
  ...ignition,
  ...controlPlane,
];
