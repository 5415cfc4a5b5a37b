import { describeProviderContract, type ProviderStart } from "@capstan/testkit/conformance";
import { afterAll } from "vitest";
import { FakeCloud } from "../../../../examples/infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import { RestCluster } from "../../../../examples/infrastructure-rest-cloud/src/api/rest-cluster.ts";
import { RestMachine } from "../../../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { CloudAccounts } from "../../../../examples/infrastructure-rest-cloud/src/cloud/cloud-accounts.ts";
import { RestClusterReconciler } from "../../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-cluster/rest-cluster-reconciler.ts";
import { RestMachineReconciler } from "../../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-machine/rest-machine-reconciler.ts";

const token = "t0ken-of-the-cloud";
let cloudNow = () => 0;

// One cloud for all tests, which come one after the other: its address is part of the objects.
const cloud = await FakeCloud.start({ token, clock: { now: () => cloudNow() } });
afterAll(() => cloud[Symbol.asyncDispose]());

const credentials = `
apiVersion: v1
kind: Secret
metadata: { name: cloud }
stringData: { token: ${token} }
`;
const clusterSpec = { url: cloud.url, credentialsSecretName: "cloud", requestsPerSecond: 1_000 };

/** Tells the suite what exists in the cloud, of what was made since the provider started. */
function watchCloud(start: ProviderStart, existing: () => ReadonlyMap<string, string | undefined>): void {
  // The clock of each test starts at the present; the cloud's must not go back.
  const aheadMs = Math.max(0, cloudNow() - start.clock.now());
  cloudNow = () => start.clock.now() + aheadMs;
  cloud.clear();
  const earlier = new Set(existing().keys());
  const reported = new Set<string>();
  const tell = () => {
    const now = existing();
    for (const [id, data] of now) {
      if (earlier.has(id) || reported.has(id)) continue;
      reported.add(id);
      start.outside.created(id, data);
    }
    for (const id of reported) if (!now.has(id)) start.outside.removed(id);
  };
  cloud.beforeAnswer = () => {
    tell();
    start.outside.call();
  };
  cloud.afterAnswer = tell;
}

describeProviderContract({
  definition: RestMachine,
  infraCluster: RestCluster,
  infraClusterSpec: clusterSpec,
  manifests: credentials,
  withinSeconds: 120,
  reconcilers: (start) => {
    watchCloud(start, () => new Map(cloud.store.living.map(({ id, userData }) => [id, userData])));
    return [new RestMachineReconciler(new CloudAccounts())];
  },
});

describeProviderContract({
  definition: RestCluster,
  spec: clusterSpec,
  manifests: credentials,
  withinSeconds: 120,
  reconcilers: (start) => {
    watchCloud(start, () => new Map(cloud.balancers.map((id) => [id, undefined])));
    return [new RestClusterReconciler(new CloudAccounts())];
  },
});
