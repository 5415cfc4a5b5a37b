import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { lifeOfMachine } from "./life-of-machine.ts";

/** What a mock cloud has, as it is called; it knows objects by their uids. */
class WatchedCloud extends MockCloud {
  readonly things = new Map<string, OutsideThing>();

  override async ensureInstance(request: Parameters<MockCloud["ensureInstance"]>[0]) {
    const instance = await super.ensureInstance(request);
    if (instance !== undefined)
      this.things.set(request.uid, { what: "instance", owner: `MockMachine/${request.object.name}` });
    return instance;
  }

  override async removeInstance(uid: string) {
    await super.removeInstance(uid);
    this.things.delete(uid);
  }

  override async ensureLoadBalancer(request: Parameters<MockCloud["ensureLoadBalancer"]>[0]) {
    const endpoint = await super.ensureLoadBalancer(request);
    this.things.set(request.uid, { what: "load balancer", owner: `MockCluster/${request.object.name}` });
    return endpoint;
  }

  override async removeLoadBalancer(uid: string) {
    await super.removeLoadBalancer(uid);
    this.things.delete(uid);
  }
}

/** The mock infrastructure: a Cluster and two machines that take an hour to boot, so that their boot is not waited for. */
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
