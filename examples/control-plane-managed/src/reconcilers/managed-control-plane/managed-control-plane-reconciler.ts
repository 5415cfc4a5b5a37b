import { ControlPlaneReconciler, outcome, uniqueName } from "@capstan/provider";
import { ManagedControlPlane } from "../../api/managed-control-plane.ts";
import { ControlPlaneService } from "../../cloud/control-plane-service.ts";

/** How soon to ask the service again about work in progress, in milliseconds. */
const retryAfterMs = 5_000;

/** Gives each ManagedControlPlane its control plane, and upgrades it when `spec.version` changes. */
export class ManagedControlPlaneReconciler extends ControlPlaneReconciler<typeof ManagedControlPlane> {
  readonly definition = ManagedControlPlane;
  readonly #service: (url: string) => ControlPlaneService;

  constructor(service = (url: string) => new ControlPlaneService(url)) {
    super();
    this.#service = service;
  }

  async reconcileControlPlane(scope: this["Scope"], signal: AbortSignal) {
    const service = this.#service(scope.object.spec.url);
    const { access, version, isUpgrading } = await service.ensure(uniqueName(scope.object), scope.version, signal);
    if (access === undefined) return outcome.controlPlanePending("Creating", { retryAfterMs });
    return outcome.controlPlaneInitialized({
      controlPlaneEndpoint: access.endpoint,
      kubeconfig: access.kubeconfig,
      version,
      externalManagedControlPlane: true,
      conditions: [
        isUpgrading
          ? {
              type: "RollingOut",
              status: "True",
              reason: "RollingOut",
              message: `updating to ${scope.version ?? ""}`,
            }
          : { type: "RollingOut", status: "False", reason: "NotRollingOut" },
      ],
      ...(isUpgrading ? { retryAfterMs } : {}),
    });
  }

  override async deleteControlPlane(scope: this["DeletionScope"], signal: AbortSignal) {
    const isGone = await this.#service(scope.object.spec.url).remove(uniqueName(scope.object), signal);
    return isGone ? outcome.deleted() : outcome.pending("Removing", { retryAfterMs });
  }
}
