import { channelSource, InfraMachineReconciler, outcome, type Source } from "@capstan/provider";
import { MockMachine } from "../../api/mock-machine.ts";
import type { InstanceRequest } from "../../cloud/cloud-objects.ts";
import type { MockCloud } from "../../cloud/mock-cloud.ts";
import { bootCondition } from "./boot-condition.ts";

/**
 * Gives each MockMachine an instance in the mock cloud, and reports the instance's boot.
 *
 * @example
 * ```ts
 * import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
 * import { systemClock } from "@capstan/provider";
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("the reconcilers of the mock share a cloud", async () => {
 *   await using cloud = await MockCloud.open({ clock: systemClock });
 *   const reconcilers = [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)];
 *   await using env = await TestEnvironment.start({ reconcilers });
 *   await env.settled();
 *   expect(env.writes()).toEqual([]);
 * });
 * ```
 */
export class MockMachineReconciler extends InfraMachineReconciler<typeof MockMachine> {
  /** MockMachine. */
  readonly definition: typeof MockMachine = MockMachine;
  readonly #cloud: MockCloud;

  constructor(cloud: MockCloud) {
    super();
    this.#cloud = cloud;
  }

  override sources(): readonly Source[] {
    const changes = channelSource();
    this.#cloud.onChange(({ kind, object }) => {
      if (kind === "MockMachine") changes.push(object);
    });
    return [changes];
  }

  /** Creates the machine in the cloud, and reports the progress of its boot. */
  async reconcileMachine(scope: this["Scope"]) {
    if (this.#cloud.isLost(scope.object.metadata)) {
      return outcome.failed("InstanceLost", "The instance no longer exists; delete the Machine to replace it");
    }
    const instance = await this.#cloud.ensureInstance(instanceRequest(scope));
    if (instance === undefined) {
      return outcome.pending("LoadBalancerNotFound", {
        message: "The mock cloud has not created the load balancer of the MockCluster yet",
      });
    }
    if (instance.state === "creating") return outcome.pending("InstanceCreating");
    const { providerID, internalIP, hostname, boot } = instance;
    const failureDomain = scope.machine.spec.failureDomain;
    const booted = bootCondition(boot);
    return outcome.provisioned({
      providerID,
      addresses: [
        { type: "InternalIP", address: internalIP },
        { type: "Hostname", address: hostname },
      ],
      ...(failureDomain === undefined ? {} : { failureDomain }),
      ...(booted === undefined ? {} : { conditions: [booted] }),
    });
  }

  /** Removes the machine from the cloud. */
  async deleteMachine({ object }: this["DeletionScope"]) {
    await this.#cloud.removeInstance(object.metadata);
    return outcome.deleted();
  }
}

function instanceRequest({ object, machine, cluster, bootstrapData }: MockMachineReconciler["Scope"]): InstanceRequest {
  const { namespace, name } = object.metadata;
  const { version, failureDomain } = machine.spec;
  const { creationDuration, bootDuration } = object.spec;
  return {
    object: { namespace, name },
    cluster: { namespace, name: cluster.metadata.name },
    hostname: machine.metadata.name,
    ...(version === undefined ? {} : { kubernetesVersion: version }),
    ...(bootstrapData === undefined ? {} : { userData: bootstrapData }),
    ...(failureDomain === undefined ? {} : { failureDomain }),
    ...(creationDuration === undefined ? {} : { creationDuration }),
    ...(bootDuration === undefined ? {} : { bootDuration }),
  };
}
