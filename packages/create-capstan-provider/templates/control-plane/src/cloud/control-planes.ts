/** The functions of the service that the reconciler needs: implement them with the service's own client. All must be safe to repeat. */
export interface ControlPlanes {
  /** The control plane of this id: created if it does not exist, upgraded if it has another version. */
  ensureControlPlane(request: ControlPlaneRequest, signal: AbortSignal): Promise<HostedControlPlane>;
  /** Returns whether the control plane is completely removed. */
  removeControlPlane(id: string, signal: AbortSignal): Promise<boolean>;
}

export interface ControlPlaneRequest {
  /** The same id never gets a second control plane. */
  readonly id: string;
  readonly region: string;
  /** The Kubernetes version, with a leading v. Undefined: the service's default. */
  readonly version: string | undefined;
}

export interface HostedControlPlane {
  /** The running version, which changes at the end of an upgrade. */
  readonly version: string;
  readonly isUpgrading: boolean;
  /** Set once it serves requests. The kubeconfig contains secrets: never log it. */
  readonly access: { readonly host: string; readonly port: number; readonly kubeconfig: string } | undefined;
}
