import { checkExtension, callHook, sampleRequest } from "@capstan/runtime-extension/testing";
import { expect, test } from "vitest";
import type { Client } from "@capstan/provider";
import { FakeCloud } from "../infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import { restCloudExtension } from "./src/extension.ts";

const token = "s3cr3t-t0ken";
const infrastructure = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  metadata: { name: "a", namespace: "team" },
};
const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c1", namespace: "team" },
  spec: { infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "RestCluster", name: "c1" } },
};

const restMachine = {
  ...infrastructure,
  kind: "RestMachine",
  metadata: { ...infrastructure.metadata, labels: { "cluster.x-k8s.io/cluster-name": "c1" } },
};

/** A client of a management cluster with the Cluster, its RestCluster, the Secret of its account, and a RestMachine of this spec. */
function clientOf(url: string, spec: object = {}): Client {
  const objects: Readonly<Record<string, object>> = {
    Cluster: cluster,
    RestCluster: { ...infrastructure, kind: "RestCluster", spec: { url, credentialsSecretName: "cloud" } },
    RestMachine: { ...restMachine, spec },
    Secret: { data: { token: Buffer.from(token).toString("base64") } },
  };
  return { get: ({ kind }: { kind: string }) => Promise.resolve(objects[kind]) } as unknown as Client;
}

function template(kind: string, variables: readonly object[] = []) {
  const holderReference = {
    ...{ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineDeployment", namespace: "team", name: "md" },
    fieldPath: "spec.template.spec.infrastructureRef",
  };
  const object = { ...infrastructure, kind, spec: { template: { spec: {} } } };
  return { uid: kind, holderReference, object, variables } as never;
}

const requests = {
  GeneratePatches: [
    sampleRequest("GeneratePatches", {
      items: [
        template("RestMachineTemplate", [{ name: "restServerType", value: "large" }]),
        template("RestClusterTemplate"),
      ],
    }),
  ],
};

test("the extension keeps the rules of the Runtime SDK", async () => {
  await using cloud = await FakeCloud.start({ clock: { now: () => 0 }, token });
  expect(await checkExtension(restCloudExtension, { requests, client: clientOf(cloud.url) })).toEqual([]);
});

test("a deletion waits for the load balancers of Services, and for no others", async () => {
  await using cloud = await FakeCloud.start({ clock: { now: () => 0 }, token });
  const request = sampleRequest("BeforeClusterDelete", { cluster: cluster });
  const answer = () => callHook(restCloudExtension, request, { client: clientOf(cloud.url) });
  cloud.balance("team.c1");
  expect(await answer()).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
  cloud.balance("team.c1.svc.web");
  expect(await answer()).toMatchObject({
    retryAfterSeconds: 5,
    message: expect.stringMatching(/deleted: web$/) as string,
  });
  cloud.unbalance("team.c1.svc.web");
  expect(await answer()).toMatchObject({ retryAfterSeconds: 0 });
});

test("a server is resized once, and the update ends when it has its size", async () => {
  let now = 0;
  await using cloud = await FakeCloud.start({ clock: { now: () => now }, token });
  const { server } = cloud.store.create({
    ...{ name: "a", size: "small", diskGiB: undefined, zone: "north", tags: {}, userData: "", loadBalancer: undefined },
  });
  const { desired } = sampleRequest("UpdateMachine");
  const spec = { serverType: "large", providerID: `restcloud://north/${server?.id ?? ""}` };
  // What is stored holds, whatever a request says.
  const infrastructureMachine = {
    ...restMachine,
    spec: { serverType: "small", providerID: "restcloud://north/other" },
  };
  const request = sampleRequest("UpdateMachine", { desired: { ...desired, infrastructureMachine } });
  const answer = () => callHook(restCloudExtension, request, { client: clientOf(cloud.url, spec) });
  expect(await answer()).toMatchObject({ status: "Success", retryAfterSeconds: 2 });
  expect(await answer()).toMatchObject({ retryAfterSeconds: 2 });
  now = 60_000;
  expect(await answer()).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
  expect(cloud.store.all).toHaveLength(1);
});
