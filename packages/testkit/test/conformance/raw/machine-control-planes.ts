import type { KubernetesObject } from "@capstan/contract";
import {
  BootstrapConfigReconciler,
  type Client,
  defineBootstrapConfig,
  defineControlPlane,
  MachineControlPlaneReconciler,
  outcome,
  Type,
} from "@capstan/provider";
import type { ProviderUnderTest } from "@capstan/testkit/conformance";

const versions = { v1: { contract: "v1beta2", spec: Type.Object({}) } } as const;

export const ServerConfig = defineBootstrapConfig({ kind: "ServerConfig", versions });

export const ServerControlPlane = defineControlPlane({
  kind: "ServerControlPlane",
  machines: true,
  versions,
  permissions: [
    { apiGroups: ["bootstrap.cluster.x-k8s.io"], resources: ["serverconfigs"], verbs: ["create", "patch"] },
  ],
});

class ServerConfigReconciler extends BootstrapConfigReconciler<typeof ServerConfig> {
  readonly definition = ServerConfig;

  reconcileBootstrap() {
    return outcome.data("#!/bin/sh\ntouch /run/cluster-api/bootstrap-success.complete\n");
  }
}

/** Changes what a provider writes; undefined: the write is not made. */
export type Interference = (write: {
  readonly verb: "create" | "patch";
  readonly object: object;
}) => object | undefined;

/** A control plane of Machines whose writes are changed on their way. */
class ServerControlPlaneReconciler extends MachineControlPlaneReconciler<
  typeof ServerControlPlane,
  typeof ServerConfig
> {
  readonly definition = ServerControlPlane;
  readonly config = ServerConfig;
  readonly #interfere: Interference;

  constructor(interfere: Interference) {
    super();
    this.#interfere = interfere;
  }

  configOf() {
    return {};
  }

  override reconcileControlPlane(scope: this["Scope"], signal: AbortSignal) {
    return super.reconcileControlPlane({ ...scope, client: withInterference(scope.client, this.#interfere) }, signal);
  }
}

/** A provider of control planes of Machines, whose writes of Machines and Secrets are changed on their way. */
export function serverControlPlanes(interfere: () => Interference): ProviderUnderTest {
  return {
    definition: ServerControlPlane,
    spec: { version: "v1.34.1" },
    withinSeconds: 40,
    reconcilers: () => [new ServerControlPlaneReconciler(interfere()), new ServerConfigReconciler()],
  };
}

/** One that keeps the contract. */
export const correctMachineControlPlane = {
  name: "control plane of Machines",
  subject: serverControlPlanes(
    () =>
      ({ object }) =>
        object,
  ),
};

function withInterference(client: Client, interfere: Interference): Client {
  const create: Client["create"] = async (kind, object, options) => {
    const changed = interfere({ verb: "create", object });
    return client.create(kind, (changed ?? object) as typeof object, options);
  };
  const patch: Client["patch"] = async (kind, key, given, options) => {
    const changed = interfere({ verb: "patch", object: given.body as KubernetesObject });
    if (changed === undefined) return client.get(kind, key);
    return client.patch(kind, key, { ...given, body: changed } as typeof given, options);
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "create") return create;
      if (name === "patch") return patch;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
