import { ControlPlaneReconciler, uniqueName } from "@capstan/provider";
import { __ControlPlaneKind__ } from "../../api/__controlPlaneFile__.ts";
import type { ControlPlanes } from "../../cloud/control-planes.ts";

/** How soon to ask the service again about work in progress, in milliseconds. */
const retryAfterMs = 5_000;

/** Gives each __ControlPlaneKind__ its control plane, and upgrades it when `spec.version` changes. */
export class __ControlPlaneKind__Reconciler extends ControlPlaneReconciler<typeof __ControlPlaneKind__> {
  readonly definition = __ControlPlaneKind__;
  readonly #controlPlanes: ControlPlanes;

  constructor(controlPlanes: ControlPlanes) {
    super();
    this.#controlPlanes = controlPlanes;
  }

  async reconcileControlPlane({ object, version }: this["Scope"], signal: AbortSignal) {
    const request = { id: uniqueName(object), region: object.spec.region, version };
    const hosted = await this.#controlPlanes.ensureControlPlane(request, signal);
    if (hosted.access === undefined) return this.outcome.controlPlanePending("Creating", { retryAfterMs });
    const { host, port, kubeconfig } = hosted.access;
    return this.outcome.controlPlaneInitialized({
      controlPlaneEndpoint: { host, port },
      kubeconfig,
      version: hosted.version,
      externalManagedControlPlane: true,
      ...(hosted.isUpgrading ? { retryAfterMs } : {}),
    });
  }

  override async deleteControlPlane({ object }: this["DeletionScope"], signal: AbortSignal) {
    const isGone = await this.#controlPlanes.removeControlPlane(uniqueName(object), signal);
    return isGone ? this.outcome.deleted() : this.outcome.pending("Removing", { retryAfterMs });
  }
}
