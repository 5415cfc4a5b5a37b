import type { Row } from "./row.ts";
import { notReady, ready, infraNotReady, infraReady, nodeReady, failure, wasRunning } from "./situations.ts";

/** Reported failures. */
export const failureRows: readonly Row[] = [
  {
    row: "29",
    proves: "a failure of the infrastructure, copied, is failed, and nothing today",
    situation: { config: notReady, infrastructure: { ready: false, failure }, failure },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Pending",
  },
  {
    row: "29 (reported by the bootstrap config, not copied yet)",
    proves: "a failure that an object reports counts before it is copied",
    situation: { config: { failure }, infrastructure: infraNotReady },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Pending",
  },
  {
    row: "30",
    proves: "a failure wins over a Ready Node, except today",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady, failure },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Running",
  },
  {
    row: "31",
    proves: "once the failure is cleared the proposal goes on, and the older code does not",
    situation: { ...wasRunning, node: nodeReady, stored: "failed" },
    codeWorld: { ...wasRunning, node: nodeReady, failure },
    proposal: "running",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Running",
  },
];
