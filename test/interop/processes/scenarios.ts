import { goCore, ownCore } from "./core.ts";
import { goKubeadm, ownKubeadm } from "./kubeadm.ts";

/** Managers in processes of their own: `capstan perturb` takes this file. */
export const scenarios = [goKubeadm, ownKubeadm, goCore, ownCore];
