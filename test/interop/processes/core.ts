import { Machine, MachineDeployment } from "@capstan/contract";
import type { Clock } from "@capstan/runtime";
import { type TestEnvironment, upstreamCRDs } from "@capstan/testkit";
import type { ProcessScenario } from "@capstan/testkit/perturbation";
import { PlainMachine, PlainMachineReconciler } from "../../perturbation/scenarios/plain-machine.ts";
import { goAvailable, goManager, ownManager } from "./managers.ts";

const key = { name: "md", namespace: "default" };

/** Everything that defaulting webhooks would add, because they are not called. */
const deployment = `
apiVersion: ${PlainMachine.kind.group}/${PlainMachine.kind.version}
kind: PlainMachineTemplate
metadata: { name: small }
spec: { template: { spec: { size: small } } }
---
apiVersion: v1
kind: Secret
metadata: { name: data, labels: { cluster.x-k8s.io/cluster-name: test } }
type: cluster.x-k8s.io/secret
stringData: { value: "#cloud-config" }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata: { name: md, labels: { cluster.x-k8s.io/cluster-name: test } }
spec:
  clusterName: test
  replicas: 1
  rollout: { strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }
  selector: { matchLabels: { deployment: md, cluster.x-k8s.io/cluster-name: test } }
  template:
    metadata: { labels: { deployment: md, cluster.x-k8s.io/cluster-name: test } }
    spec:
      clusterName: test
      version: v1.36.0
      bootstrap: { dataSecretName: data }
      infrastructureRef: { apiGroup: ${PlainMachine.kind.group}, kind: PlainMachineTemplate, name: small }
`;

/** A Cluster with a MachineDeployment; the infrastructure provider and the kubelets are simulated. */
function core(name: string, provider: string): ProcessScenario {
  return {
    name,
    provider,
    crds: goAvailable ? upstreamCRDs("core") : [],
    watches: "machines",
    surroundings: () => ({ reconcilers: [new PlainMachineReconciler(new Set())], crds: PlainMachine.crds }),
    steps: {
      "a Machine is Running": async (env) => {
        await env.startWorkloadCluster(await env.createCluster());
        await env.apply(deployment);
        await running(env, 1);
      },
      "another one": async (env) => {
        await env.client.patch(MachineDeployment, key, { type: "merge", body: { spec: { replicas: 2 } } });
        await running(env, 2);
      },
      delete: async (env) => {
        await env.client.delete(MachineDeployment, key);
        await env.until("no Machine left", async () => (await env.client.list(Machine)).items.length === 0, within);
      },
    },
  };
}

const within = { within: { minutes: 2 } };

async function running(env: TestEnvironment<Clock>, count: number): Promise<void> {
  await env.until(
    `${count} Machines Running`,
    async () => {
      const { items } = await env.client.list(Machine);
      return items.length === count && items.every(({ status }) => status?.phase === "Running");
    },
    within,
  );
}

/** The unmodified Go core manager, and the core controllers of this repository. */
export const goCore = core("Go core", goManager("core-manager"));
export const ownCore = core("core controllers of this repository", ownManager("core-controllers"));
