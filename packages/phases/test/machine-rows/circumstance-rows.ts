import type { Row } from "./row.ts";
import { ready, infraReady, nodeReady, wasRunning } from "./situations.ts";

/** In-place updates, Machines without a Cluster, pauses, and ambiguous Nodes. */
export const circumstanceRows: readonly Row[] = [
  {
    row: "39",
    proves: "an update in place is a phase only today",
    situation: { ...wasRunning, node: nodeReady, updating: true },
    proposal: "running",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Updating",
  },
  {
    row: "40",
    proves: "deletion wins over an update in place",
    situation: { ...wasRunning, node: nodeReady, updating: true, deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "41",
    proves: "without its Cluster a Machine is pending, and today has no phase at all",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady, cluster: "missing" },
    proposal: "pending",
    v1alpha2: "provisioned",
    v1beta1: "",
    today: "",
  },
  {
    row: "41 (deleted)",
    proves: "without its Cluster a Machine has no phase today even if it is deleted",
    situation: { config: ready, infrastructure: infraReady, cluster: "missing", deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "",
    today: "",
  },
  {
    row: "42",
    proves: "a paused Machine keeps its phase in the proposal",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady, paused: true, stored: "provisioning" },
    proposal: "provisioning",
  },
  {
    row: "42",
    proves: "a paused Machine keeps its phase in the code, also when it is deleted",
    situation: { ...wasRunning, paused: true, deleted: true, stored: "Provisioning" },
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "43",
    proves: "two Nodes with one providerID do not count as a Node, and are an error",
    situation: { config: ready, infrastructure: infraReady, node: "ambiguous" },
    proposal: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
    problems: { proposal: true, today: true },
  },
];
