import { goCore, ownCore } from "./core.ts";
import { goKubeadm, ownKubeadm } from "./kubeadm.ts";

/** Managers in separate processes: `capstan perturb` accepts this file. */
export const scenarios = [goKubeadm, ownKubeadm, goCore, ownCore];
