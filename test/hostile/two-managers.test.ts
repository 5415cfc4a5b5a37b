import { ApiServer } from "@capstan/apiserver";
import { createClient, labels, Machine } from "@capstan/provider";
import { FakeClock, registerNode, TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { SharedCluster } from "./shared-cluster.ts";

const replicas = 5;
const minute = { minutes: 1 };

/** Machines that no provider serves, in addition to those of the tenant. */
const deployment = `
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: MockMachineTemplate
metadata: { name: md, namespace: default }
spec: { template: { spec: {} } }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata: { name: md, namespace: default, labels: { cluster.x-k8s.io/cluster-name: t1 } }
spec:
  clusterName: t1
  replicas: ${replicas}
  selector: { matchLabels: { md: md } }
  template:
    metadata: { labels: { md: md } }
    spec:
      clusterName: t1
      version: v1.36.0
      bootstrap: { dataSecretName: none }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: MockMachineTemplate, name: md }
`;

/** Runs the core once, or twice without leader election, for half an hour of their clocks; returns the result. */
async function halfAnHour(managers: 1 | 2) {
  await using closing = new AsyncDisposableStack();
  const workload = await ApiServer.start();
  closing.defer(() => workload.close());
  const kubelet = createClient({ kubeconfig: workload.kubeconfig, userAgent: "kubelet/1" });
  closing.defer(() => kubelet.close());
  const startMs = Date.now();
  const shared = closing.use(await SharedCluster.start(new FakeClock({ startMs })));
  const environments = [shared.environment];
  if (managers === 2) {
    const second = await TestEnvironment.start({
      clock: new FakeClock({ startMs }),
      server: { kubeconfig: shared.environment.kubeconfig },
      coreCRDs: [],
    });
    environments.push(closing.use(second));
  }
  const pass = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 1) {
      for (const { clock } of environments) await clock.advance(minute);
    }
    for (const environment of [...environments, ...environments]) await environment.settled();
  };
  const written = (): number => environments.reduce((sum, environment) => sum + environment.writes().length, 0);

  const { worker } = await shared.addTenant("t1", workload.kubeconfig);
  await registerNode(kubelet, { name: "n1", providerID: `mock:///${worker.name}` });
  await shared.environment.apply(deployment);
  await pass(10);
  const first = written();
  await pass(20);
  const { items } = await shared.environment.client.list(Machine, { labelSelector: "md=md" });
  return {
    first,
    later: written() - first,
    machines: items.length,
    ofTheCluster: items.filter(({ metadata }) => metadata.labels?.[labels.clusterName] === "t1").length,
    running: (await worker.get()).status?.phase,
  };
}

test("two managers without leader election reach the same state as one, then stop writing", async () => {
  const alone = await halfAnHour(1);
  const twice = await halfAnHour(2);
  const end = { later: 0, machines: replicas, ofTheCluster: replicas, running: "Running" };
  expect(alone).toMatchObject(end);
  expect(twice).toMatchObject(end);
  // Each manager may have to revert a concurrent write of the other.
  expect(twice.first).toBeLessThan(3 * alone.first);
});
