import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
  type NamespacedName,
} from "@capstan/infrastructure-mock";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { lifeOfMachine } from "./life-of-machine.ts";

/** A mock cloud that lists its instances and load balancers. */
class WatchedCloud extends MockCloud {
  readonly things = new Map<string, OutsideThing>();

  override async ensureInstance(request: Parameters<MockCloud["ensureInstance"]>[0]) {
    const instance = await super.ensureInstance(request);
    if (instance !== undefined) this.#add("instance", ownerOf("MockMachine", request.object));
    return instance;
  }

  override async removeInstance(object: NamespacedName) {
    await super.removeInstance(object);
    this.things.delete(ownerOf("MockMachine", object));
  }

  override async ensureLoadBalancer(request: Parameters<MockCloud["ensureLoadBalancer"]>[0]) {
    const endpoint = await super.ensureLoadBalancer(request);
    this.#add("load balancer", ownerOf("MockCluster", request.object));
    return endpoint;
  }

  override async removeLoadBalancer(object: NamespacedName) {
    await super.removeLoadBalancer(object);
    this.things.delete(ownerOf("MockCluster", object));
  }

  #add(what: string, owner: string): void {
    this.things.set(owner, { what, owner });
  }
}

function ownerOf(kind: string, { name }: NamespacedName): string {
  return `${kind}/${name}`;
}

/** The mock infrastructure: a Cluster and two machines that take an hour to boot, so that no step waits for their boot. */
export const mockInfrastructure: Scenario = {
  name: "mock infrastructure",
  prepare: ({ cloudClock, closing }) => {
    const cloud = closing.use(new WatchedCloud({ clock: cloudClock }));
    return {
      reconcilers: (calls) => {
        const called = calls.around(cloud, [
          "ensureInstance",
          "removeInstance",
          "ensureLoadBalancer",
          "removeLoadBalancer",
        ]);
        return [new MockClusterReconciler(called), new MockMachineReconciler(called)];
      },
      outside: () => [...cloud.things.values()],
    };
  },
  ...lifeOfMachine({
    infrastructure: MockMachine,
    spec: { bootDuration: { minMilliseconds: 3_600_000, maxMilliseconds: 3_600_000 } },
    infraCluster: MockCluster,
  }),
  varying: [/\b10\.\d+\.\d+\.\d+\b/],
};
