import { annotations, Machine, MachineDeployment } from "@capstan/contract";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { PlainMachine, PlainMachineReconciler, serversOf } from "./plain-machine.ts";

const key = { name: "md", namespace: "default" };

/** Whether the deployment has the desired number of Machines, all with the desired template. */
async function isComplete({ client }: TestEnvironment, replicas: number): Promise<boolean> {
  const { metadata, status = {} } = await client.get(MachineDeployment, key);
  const { items } = await client.list(Machine);
  const counts = [status.replicas, status.availableReplicas, status.upToDateReplicas, items.length];
  return status.observedGeneration === metadata.generation && counts.every((count) => count === replicas);
}

function complete(env: TestEnvironment, replicas: number): Promise<void> {
  return env.until(`md complete with ${replicas}`, () => isComplete(env, replicas), { within: { minutes: 30 } });
}

function templates(name: string, size: string): string {
  return `
apiVersion: ${PlainMachine.kind.group}/${PlainMachine.kind.version}
kind: PlainMachineTemplate
metadata: { name: ${name} }
spec: { template: { spec: { size: ${size} } } }
`;
}

const deployment = `
apiVersion: v1
kind: Secret
metadata: { name: data, labels: { cluster.x-k8s.io/cluster-name: test } }
type: cluster.x-k8s.io/secret
stringData: { value: "#cloud-config" }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata: { name: md }
spec:
  clusterName: test
  replicas: 1
  selector: { matchLabels: { deployment: md } }
  template:
    metadata: { labels: { deployment: md } }
    spec:
      clusterName: test
      version: v1.36.0
      bootstrap: { dataSecretName: data }
      infrastructureRef: { apiGroup: ${PlainMachine.kind.group}, kind: PlainMachineTemplate, name: small }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineHealthCheck
metadata: { name: check }
spec:
  clusterName: test
  selector: { matchLabels: { deployment: md } }
  checks: { nodeStartupTimeoutSeconds: 3600 }
`;

function patch({ client }: TestEnvironment, spec: object): Promise<unknown> {
  return client.patch(MachineDeployment, key, { type: "merge", body: { spec } });
}

/** The core controllers with a MachineDeployment, from creation to deletion. */
export const core: Scenario = {
  name: "core controllers",
  disturbs: "core",
  prepare: () => {
    const servers = new Set<string>();
    return { reconcilers: () => [new PlainMachineReconciler(servers)], outside: () => serversOf(servers) };
  },
  steps: {
    create: async (env) => {
      await env.startWorkloadCluster(await env.createCluster());
      await env.apply(templates("small", "small"));
      await env.apply(deployment);
      await complete(env, 1);
    },
    scale: async (env) => {
      await patch(env, { replicas: 2 });
      await complete(env, 2);
    },
    remediate: async (env) => {
      const [ill] = (await env.client.list(Machine)).items;
      if (ill === undefined) throw new Error("There is no Machine");
      const body = { metadata: { annotations: { [annotations.remediateMachine]: "" } } };
      await env.client.patch(Machine, ill.metadata, { type: "merge", body });
      const isGone = async () =>
        !(await env.client.list(Machine)).items.some(({ metadata }) => metadata.uid === ill.metadata.uid);
      await env.until("the ill Machine gone", isGone);
      await complete(env, 2);
    },
    roll: async (env) => {
      await env.apply(templates("large", "large"));
      await patch(env, { template: { spec: { infrastructureRef: { name: "large" } } } });
      await complete(env, 2);
    },
    "scale down": async (env) => {
      await patch(env, { replicas: 1 });
      await complete(env, 1);
    },
    delete: async (env) => {
      await env.client.delete(MachineDeployment, key);
      await env.until("no Machine left", async () => (await env.client.list(Machine)).items.length === 0);
    },
  },
};
