import { type InitLockState } from "../../lock/init-lock.ts";

/** All facts that decide one machine's bootstrap data. */
export interface BootstrapFacts {
  /** The Machine has the control-plane label. */
  readonly controlPlaneMachine: boolean;
  /** The Cluster's condition ControlPlaneInitialized is True. The condition, not the field, because the core sets it last. */
  readonly controlPlaneInitialized: boolean;
  /** The init lock, once an attempt to acquire it was made. */
  readonly initLock: InitLockState | undefined;
  /** `spec.joinConfiguration.controlPlane` is set. */
  readonly joinsControlPlane: boolean;
  /** The address to join at is known: the Cluster's endpoint, an endpoint in the discovery, or a discovery file. */
  readonly addressKnown: boolean;
}

/** The next action for a machine. */
export type BootstrapDecision =
  | { readonly action: "acquire-init-lock" }
  | { readonly action: "init" }
  | { readonly action: "join"; readonly role: "control-plane" | "worker" }
  | {
      readonly action: "wait";
      readonly reason: string;
      readonly message: string;
      readonly retryAfterMs?: number;
      /** The problem does not resolve by itself. */
      readonly warning?: boolean;
    }
  | { readonly action: "refuse"; readonly reason: string; readonly message: string };

const lockRetryMs = 30_000;

/** Decides the next action for a machine. Pure: the same facts always give the same decision. */
export function decideBootstrap(facts: BootstrapFacts): BootstrapDecision {
  if (!facts.controlPlaneMachine && facts.joinsControlPlane) {
    return {
      action: "refuse",
      reason: "InvalidConfiguration",
      message:
        "spec.joinConfiguration.controlPlane is set, but the Machine is a worker; remove it, or label the Machine " +
        "cluster.x-k8s.io/control-plane",
    };
  }
  if (!facts.controlPlaneInitialized) {
    return facts.controlPlaneMachine ? decideInit(facts.initLock) : waitForControlPlane("");
  }
  if (!facts.addressKnown) {
    return {
      action: "wait",
      reason: "WaitingForControlPlaneEndpoint",
      message: "Waiting for the Cluster's spec.controlPlaneEndpoint",
    };
  }
  return { action: "join", role: facts.controlPlaneMachine ? "control-plane" : "worker" };
}

function decideInit(lock: InitLockState | undefined): BootstrapDecision {
  switch (lock?.state) {
    case undefined:
      return { action: "acquire-init-lock" };
    case "acquired":
      return { action: "init" };
    case "held":
      // No event reports that the holder was deleted, so this machine checks again.
      return { ...waitForControlPlane(` by Machine ${lock.holder}`), retryAfterMs: lockRetryMs };
    case "initialized":
      // The Cluster is about to change, and then the machine joins.
      return { ...waitForControlPlane(""), retryAfterMs: 1000 };
    case "unreadable":
      return {
        action: "wait",
        reason: "InitLockUnreadable",
        message:
          `ConfigMap ${lock.configMap} does not name the Machine that initializes the control plane; ` +
          "delete it if no Machine is doing so",
        retryAfterMs: lockRetryMs,
        warning: true,
      };
  }
}

function waitForControlPlane(by: string) {
  return {
    action: "wait" as const,
    reason: "WaitingForControlPlaneInitialized",
    message: `Waiting for the control plane to be initialized${by}`,
  };
}
