import { channelSource, InfraClusterReconciler, outcome, type Source } from "@capstan/provider";
import { MockCluster } from "../../api/mock-cluster.ts";
import type { MockCloud } from "../../cloud/mock-cloud.ts";

/**
 * Gives each MockCluster a load balancer in the mock cloud.
 *
 * @example
 * ```ts
 * import { MockCloud, MockCluster, MockClusterReconciler } from "@capstan/infrastructure-mock";
 * import { systemClock } from "@capstan/provider";
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("a Cluster gets the endpoint of the mock cloud", async () => {
 *   await using cloud = await MockCloud.open({ clock: systemClock });
 *   await using env = await TestEnvironment.start({ reconcilers: [new MockClusterReconciler(cloud)] });
 *   const cluster = await env.createCluster({ infrastructure: MockCluster });
 *   await env.until("an endpoint", async () => (await cluster.get()).spec.controlPlaneEndpoint?.host === "127.0.0.1");
 *   expect((await cluster.get()).spec.controlPlaneEndpoint?.port).toBeGreaterThan(0);
 * });
 * ```
 */
export class MockClusterReconciler extends InfraClusterReconciler<typeof MockCluster> {
  /** MockCluster. */
  readonly definition: typeof MockCluster = MockCluster;
  readonly #cloud: MockCloud;

  constructor(cloud: MockCloud) {
    super();
    this.#cloud = cloud;
  }

  override sources(): readonly Source[] {
    const changes = channelSource();
    this.#cloud.onChange(({ kind, object }) => {
      if (kind === "MockCluster") changes.push(object);
    });
    return [changes];
  }

  /** Creates the load balancer in the cloud, and reports its address. */
  async reconcileCluster({ object, cluster }: this["Scope"]) {
    const { namespace, name } = object.metadata;
    const { host, port } = object.spec.controlPlaneEndpoint ?? {};
    if (host !== undefined && !isLoopback(host)) {
      return outcome.failed(
        "EndpointNotLoopback",
        `spec.controlPlaneEndpoint.host is ${host}: the mock cloud listens on loopback only (127.0.0.1)`,
      );
    }
    const controlPlaneEndpoint = await this.#cloud.ensureLoadBalancer({
      object: { namespace, name },
      cluster: { namespace, name: cluster.metadata.name },
      ...(host === undefined || port === undefined ? {} : { endpoint: { host, port } }),
    });
    const { failureDomains = [] } = object.spec;
    return outcome.clusterProvisioned({
      controlPlaneEndpoint,
      failureDomains: failureDomains.map((domain) => ({ ...domain })),
    });
  }

  override async deleteCluster({ object }: this["DeletionScope"]) {
    await this.#cloud.removeLoadBalancer(object.metadata);
    return outcome.deleted();
  }
}

/** Whether `host` is reachable only from this computer. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
