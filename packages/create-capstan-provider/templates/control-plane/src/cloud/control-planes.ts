/** What the reconciler needs of the service: implement it with the service's own client. All of it must be safe to repeat. */
export interface ControlPlanes {
  /** The control plane of this id: made if it does not exist, upgraded if it has another version. */
  ensureControlPlane(request: ControlPlaneRequest, signal: AbortSignal): Promise<HostedControlPlane>;
  /** Returns whether nothing of the control plane is left. */
  removeControlPlane(id: string, signal: AbortSignal): Promise<boolean>;
}

export interface ControlPlaneRequest {
  /** The same id never gets a second control plane. */
  readonly id: string;
  readonly region: string;
  /** Of Kubernetes, with a leading v. Undefined: the service's default. */
  readonly version: string | undefined;
}

export interface HostedControlPlane {
  /** The version that runs, which an upgrade changes at its end. */
  readonly version: string;
  readonly isUpgrading: boolean;
  /** Set once it takes requests. The kubeconfig holds secrets: never log it. */
  readonly access: { readonly host: string; readonly port: number; readonly kubeconfig: string } | undefined;
}
