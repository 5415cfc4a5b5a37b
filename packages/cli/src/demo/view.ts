/** The demo's view of a Machine, as strings to show. */
export interface MachineView {
  readonly name: string;
  readonly role: "control-plane" | "worker";
  readonly phase: string;
  /** The conditions that the Machine still waits for; empty if it waits for none. */
  readonly awaiting: readonly string[];
  /** State of the referenced objects: `KubeadmConfig Ready`, `MockMachine WaitingForBootstrapData`. */
  readonly bootstrap: string;
  readonly infrastructure: string;
  /** Since the Machine was created; stops once it is Running. */
  readonly elapsedMs: number;
}

/** The demo's view of a Cluster. */
export interface ClusterView {
  readonly name: string;
  readonly phase: string;
  readonly infrastructure: string;
  readonly endpoint: string | undefined;
  readonly machines: readonly MachineView[];
}

/** A Machine's change from one phase to another. */
export interface TransitionView {
  readonly machine: string;
  readonly from: string;
  readonly to: string;
  readonly awaiting: readonly string[];
  /** Milliseconds since the manifests were applied. */
  readonly atMs: number;
}
