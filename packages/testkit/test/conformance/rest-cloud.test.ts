import { describeProviderContract, OutsideWorldError, type ProviderStart } from "@capstan/testkit/conformance";
import { afterAll } from "vitest";
import { FakeCloud } from "../../../../examples/infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import { RestCluster } from "../../../../examples/infrastructure-rest-cloud/src/api/rest-cluster.ts";
import { RestMachine } from "../../../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { CloudAccounts } from "../../../../examples/infrastructure-rest-cloud/src/cloud/cloud-accounts.ts";
import { RestClusterReconciler } from "../../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-cluster/rest-cluster-reconciler.ts";
import { RestMachineReconciler } from "../../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-machine/rest-machine-reconciler.ts";

const token = "t0ken-of-the-cloud";
let cloudNow = () => 0;

// One cloud for all tests, which run one after the other, because its address is part of the objects.
const cloud = await FakeCloud.start({ token, clock: { now: () => cloudNow() } });
afterAll(() => cloud[Symbol.asyncDispose]());

/** CAPSTAN_CONFORMANCE=real: on etcd and kube-apiserver, which takes some minutes. */
const servers = [process.env.CAPSTAN_CONFORMANCE === "real" ? ("real" as const) : ("embedded" as const)];

const credentials = `
apiVersion: v1
kind: Namespace
metadata: { name: accounts }
---
apiVersion: v1
kind: Secret
metadata: { name: gold, namespace: accounts, labels: { rest-cloud.example.com/shared: "true" } }
stringData: { token: ${token} }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: RestIdentity
metadata: { name: gold }
spec: { url: "${cloud.url}", secretRef: { name: gold, namespace: accounts }, allowedNamespaces: { list: [default] } }
`;
const clusterSpec = { identityName: "gold", requestsPerSecond: 1_000 };

/** Reports to the suite the resources in the cloud that were created since the provider started. */
function watchCloud(start: ProviderStart, existing: () => ReadonlyMap<string, string | undefined>): void {
  // The clock of each test starts at the present; the cloud's clock must not go back.
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
  cloud.afterAnswer = () => {
    cloud.loseCreateReplies = isLost(tell);
  };
}

/** Whether the suite drops the responses of the cloud to the latest creations. */
function isLost(tell: () => void): boolean {
  try {
    tell();
    return false;
  } catch (error) {
    if (error instanceof OutsideWorldError) return true;
    throw error;
  }
}

describeProviderContract({
  definition: RestMachine,
  servers,
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
  servers,
  spec: clusterSpec,
  manifests: credentials,
  withinSeconds: 120,
  reconcilers: (start) => {
    watchCloud(start, () => new Map(cloud.balancers.map((id) => [id, undefined])));
    const accounts = new CloudAccounts();
    // The manager lists remaining RestMachines, because it serves both kinds.
    return [new RestClusterReconciler(accounts), new RestMachineReconciler(accounts)];
  },
});
