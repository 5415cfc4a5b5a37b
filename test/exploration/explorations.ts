import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { DockerCluster, DockerInfrastructure, DockerMachine, dockerReconcilers } from "@capstan/infrastructure-docker";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import type { ObjectOf, ProviderController, ProviderDefinition } from "@capstan/provider";
import type { Exploration } from "@capstan/testkit/exploration";
import { FakeService } from "../../examples/control-plane-managed/fake-service/fake-service.ts";
import { ManagedControlPlane } from "../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { ManagedControlPlaneReconciler } from "../../examples/control-plane-managed/src/reconcilers/managed-control-plane/managed-control-plane-reconciler.ts";
import { GroupCloud } from "../../examples/infrastructure-autoscaling-group/fake-cloud/group-cloud.ts";
import { GroupMachinePool } from "../../examples/infrastructure-autoscaling-group/src/api/group-machine-pool.ts";
import { GroupMachinePoolReconciler } from "../../examples/infrastructure-autoscaling-group/src/reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";
import { GroupMachineReconciler } from "../../examples/infrastructure-autoscaling-group/src/reconcilers/group-machine/group-machine-reconciler.ts";
import { RestCluster } from "../../examples/infrastructure-rest-cloud/src/api/rest-cluster.ts";
import { RestMachine } from "../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { ShellConfig } from "../../examples/bootstrap-shell/src/api/shell-config.ts";
import { ShellConfigReconciler } from "../../examples/bootstrap-shell/src/reconcilers/shell-config/shell-config-reconciler.ts";
import { ScriptedEngine } from "../../packages/infrastructure-docker/test/scripted-engine/scripted-engine.ts";
import { createToken, restCloudOf, restWorld } from "../perturbation/scenarios/rest-world.ts";

type SpecOf<D> = Partial<ObjectOf<D>["spec"]>;

/** The URLs of the worlds' test doubles, by the clock of each world. */
const urls = new WeakMap<object, string>();
const placeholder = "http://127.0.0.1";
const bootstrapData = "#!/bin/sh\ntrue\n";
const controlPlaneEndpoint = { host: "127.0.0.1", port: 6443 };

const prepareMock: Exploration["prepare"] = ({ cloudClock, closing }) => {
  const cloud = closing.use(new MockCloud({ clock: cloudClock }));
  return { reconcilers: () => [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)] };
};

const mockMachine: Exploration<SpecOf<typeof MockMachine>> = {
  name: "MockMachine",
  definition: MockMachine,
  spec: { bootDuration: { minMilliseconds: 3_600_000, maxMilliseconds: 3_600_000 } },
  prepare: prepareMock,
  create: async (env, spec) => {
    const cluster = await env.createCluster({ infrastructure: MockCluster });
    return env.createMachine({ cluster, infrastructure: MockMachine, spec, bootstrapData });
  },
  onlyAtCreation: {
    "spec.creationDuration": "the instance has been created",
    "spec.bootDuration": "the instance boots once, as fast as it was made to",
  },
  varying: [/\b10\.\d+\.\d+\.\d+\b/],
};

const mockCluster: Exploration<SpecOf<typeof MockCluster>> = {
  name: "MockCluster",
  definition: MockCluster,
  spec: { failureDomains: [{ name: "a", controlPlane: true }, { name: "b" }] },
  prepare: prepareMock,
  create: (env, spec) => env.createCluster({ infrastructure: MockCluster, infrastructureSpec: spec }),
};

/** A bootstrap provider whose data is generated once. */
function ofConfig<D extends ProviderDefinition<"BootstrapConfig">>(
  definition: D,
  spec: SpecOf<D>,
  { controlPlane, reconcilers }: { readonly controlPlane: boolean; readonly reconcilers: () => ProviderController[] },
): Exploration<SpecOf<D>> {
  return {
    name: definition.kind.kind,
    definition,
    spec,
    prepare: () => ({ environment: { crds: MockMachine.crds }, reconcilers }),
    create: async (env, bootstrapSpec) => {
      const cluster = await env.createCluster({ spec: { controlPlaneEndpoint } });
      const machine = { version: "v1.36.0" };
      const given = {
        cluster,
        infrastructure: MockMachine,
        bootstrap: definition,
        bootstrapSpec,
        controlPlane,
        machine,
      };
      return env.createMachine(given);
    },
    onlyAtCreation: { spec: "the data of a machine is made once" },
  };
}

const prepareDocker: Exploration["prepare"] = ({ closing }) => {
  const infrastructure = closing.use(new DockerInfrastructure(new ScriptedEngine()));
  return {
    reconcilers: () => dockerReconcilers(infrastructure),
  };
};

const dockerMachine: Exploration<SpecOf<typeof DockerMachine>> = {
  name: "DockerMachine",
  definition: DockerMachine,
  spec: {
    customImage: "localhost/node:v1.36.0",
    preLoadImages: ["localhost/cni:v1"],
    extraMounts: [{ hostPath: "/srv", containerPath: "/srv", readOnly: true }],
    extraPortMappings: [{ containerPort: 80, hostPort: 8_080, hostAddress: "127.0.0.1", protocol: "TCP" }],
  },
  prepare: prepareDocker,
  create: async (env, spec) => {
    const cluster = await env.createCluster({ infrastructure: DockerCluster });
    return env.createMachine({ cluster, infrastructure: DockerMachine, spec, bootstrapData });
  },
  onlyAtCreation: { spec: "a container is created once" },
  varying: [/\b172\.18\.\d+\.\d+\b/],
};

const dockerCluster: Exploration<SpecOf<typeof DockerCluster>> = {
  name: "DockerCluster",
  definition: DockerCluster,
  spec: {
    loadBalancer: { image: "localhost/haproxy:v1", endpoint: "ContainerAddress" },
    failureDomains: [{ name: "a", controlPlane: true }, { name: "b" }],
  },
  prepare: prepareDocker,
  create: (env, spec) => env.createCluster({ infrastructure: DockerCluster, infrastructureSpec: spec }),
  onlyAtCreation: { "spec.loadBalancer": "the container of the load balancer is created once" },
  varying: [/\b172\.18\.\d+\.\d+\b/],
};

const shellConfig = ofConfig(
  ShellConfig,
  { script: "join" },
  { controlPlane: false, reconcilers: () => [new ShellConfigReconciler()] },
);
const kubeadmConfig = ofConfig(
  KubeadmConfig,
  { format: "cloud-config" },
  { controlPlane: true, reconcilers: () => [new KubeadmConfigReconciler()] },
);

const groupMachinePool: Exploration<SpecOf<typeof GroupMachinePool>> = {
  name: "GroupMachinePool",
  definition: GroupMachinePool,
  spec: { cloudURL: placeholder, machineType: "small" },
  given: ["cloudURL"],
  prepare: async ({ clock, cloudClock, closing }) => {
    const cloud = closing.use(await GroupCloud.start({ clock: cloudClock }));
    urls.set(clock, cloud.url);
    return {
      reconcilers: () => [new GroupMachinePoolReconciler(), new GroupMachineReconciler()],
      outside: () => cloud.groupNames.map((name) => ({ what: `group ${name}`, owner: "GroupMachinePool/p1" })),
    };
  },
  create: (env, spec) =>
    env.createMachinePool({
      infrastructure: GroupMachinePool,
      spec: { ...spec, cloudURL: urls.get(env.clock) ?? "" },
      bootstrapData,
    }),
  varying: [/(?<=group:\/\/default\.p1\/)[\w-]+/, /(?<=http:\/\/127\.0\.0\.1:)\d+/],
};

const managedControlPlane: Exploration<SpecOf<typeof ManagedControlPlane>> = {
  name: "ManagedControlPlane",
  definition: ManagedControlPlane,
  spec: { url: placeholder, version: "v1.35.0" },
  given: ["url"],
  prepare: async ({ clock, cloudClock, closing }) => {
    const service = closing.use(await FakeService.start({ clock: cloudClock }));
    urls.set(clock, service.url);
    return { reconcilers: () => [new ManagedControlPlaneReconciler()] };
  },
  create: (env, spec) =>
    env.createCluster({
      controlPlane: ManagedControlPlane,
      controlPlaneSpec: { ...spec, url: urls.get(env.clock) ?? "" },
    }),
  varying: [/(?<=https?:\/\/127\.0\.0\.1:)\d+/],
};

const restCluster: Exploration<SpecOf<typeof RestCluster>> = {
  name: "RestCluster",
  definition: RestCluster,
  spec: { url: placeholder, credentialsSecretName: "cloud", loadBalancer: true, requestsPerSecond: 1_000 },
  given: ["url", "credentialsSecretName"],
  onlyAtCreation: {
    "spec.identityName":
      "a RestCluster that is provisioned asks the cloud for nothing; admission, which is not here, refuses it next to a url",
  },
  ...restWorld,
  create: async (env, spec) => {
    await createToken(env);
    return env.createCluster({
      infrastructure: RestCluster,
      infrastructureSpec: { ...spec, ...restCloudOf(env) },
    });
  },
};

const restMachine: Exploration<SpecOf<typeof RestMachine>> = {
  name: "RestMachine",
  definition: RestMachine,
  spec: { serverType: "small", diskGiB: 20 },
  onlyAtCreation: { spec: "the cloud changes no server" },
  ...restWorld,
  create: async (env, spec) => {
    await createToken(env);
    const cluster = await env.createCluster({
      infrastructure: RestCluster,
      infrastructureSpec: { ...restCloudOf(env), requestsPerSecond: 1_000 },
    });
    return env.createMachine({ cluster, infrastructure: RestMachine, spec, bootstrapData });
  },
};

/** Kinds of the reference providers and of the examples. */
export const explorations: readonly Exploration[] = [
  mockMachine,
  mockCluster,
  dockerMachine,
  dockerCluster,
  shellConfig,
  kubeadmConfig,
  restCluster,
  restMachine,
  groupMachinePool,
  managedControlPlane,
];
