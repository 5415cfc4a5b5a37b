import type { OutsideWorld } from "@capstan/testkit/conformance";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { __ControlPlaneKind__ } from "../src/api/__controlPlaneFile__.ts";
import type { ControlPlaneRequest, HostedControlPlane } from "../src/cloud/control-planes.ts";
import { InMemoryControlPlanes } from "../src/cloud/in-memory-control-planes.ts";
import { __ControlPlaneKind__Reconciler } from "../src/reconcilers/__controlPlaneFile__/__controlPlaneFile__-reconciler.ts";

/** Reports changes of control planes to the conformance suite. */
class ReportingControlPlanes extends InMemoryControlPlanes {
  readonly #outside: OutsideWorld;

  constructor(outside: OutsideWorld) {
    super();
    this.#outside = outside;
  }

  override async ensureControlPlane(request: ControlPlaneRequest): Promise<HostedControlPlane> {
    this.#outside.call();
    const hosted = await super.ensureControlPlane(request);
    this.#outside.created(request.id);
    return hosted;
  }

  override async removeControlPlane(id: string): Promise<boolean> {
    this.#outside.call();
    if (this.versions.has(id)) this.#outside.removed(id);
    return super.removeControlPlane(id);
  }
}

describeProviderContract({
  definition: __ControlPlaneKind__,
  spec: { version: "v1.36.0" },
  reconcilers: ({ outside }) => [new __ControlPlaneKind__Reconciler(new ReportingControlPlanes(outside))],
});
