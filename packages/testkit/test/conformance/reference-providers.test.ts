import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import {
  type Instance,
  type InstanceRequest,
  type LoadBalancerRequest,
  MockCloud,
  type MockCloudOptions,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
  type NamespacedName,
} from "@capstan/infrastructure-mock";
import { objectKeyText } from "@capstan/kube";
import { describeProviderContract, type OutsideWorld } from "@capstan/testkit/conformance";

/** `npm run compare -- conformance` uses the real server: it takes minutes, too long for every run of the tests. */
const servers = [process.env.CAPSTAN_CONFORMANCE === "real" ? ("real" as const) : ("embedded" as const)];

if (servers.includes("real") && !process.env.KUBEBUILDER_ASSETS) {
  throw new Error("CAPSTAN_CONFORMANCE=real needs KUBEBUILDER_ASSETS: every test would be skipped");
}

/** The mock cloud, with machines or load balancers reported to the suite. */
class ObservedCloud extends MockCloud {
  readonly #outside: OutsideWorld;
  readonly #observed: "machines" | "load balancers";

  constructor(options: MockCloudOptions, outside: OutsideWorld, observed: "machines" | "load balancers") {
    super(options);
    this.#outside = outside;
    this.#observed = observed;
  }

  override async ensureInstance(request: InstanceRequest): Promise<Instance | undefined> {
    const isObserved = this.#observed === "machines";
    if (isObserved) this.#outside.call();
    const instance = await super.ensureInstance(request);
    if (isObserved && instance !== undefined) this.#outside.created(objectKeyText(request.object), request.userData);
    return instance;
  }

  override async removeInstance(object: NamespacedName): Promise<void> {
    const isObserved = this.#observed === "machines";
    if (isObserved) this.#outside.call();
    await super.removeInstance(object);
    if (isObserved) this.#outside.removed(objectKeyText(object));
  }

  override async ensureLoadBalancer(request: LoadBalancerRequest) {
    const isObserved = this.#observed === "load balancers";
    if (isObserved) this.#outside.call();
    const endpoint = await super.ensureLoadBalancer(request);
    if (isObserved) this.#outside.created(objectKeyText(request.object));
    return endpoint;
  }

  override async removeLoadBalancer(object: NamespacedName): Promise<void> {
    const isObserved = this.#observed === "load balancers";
    if (isObserved) this.#outside.call();
    await super.removeLoadBalancer(object);
    if (isObserved) this.#outside.removed(objectKeyText(object));
  }
}

describeProviderContract({
  servers,
  definition: MockMachine,
  infraCluster: MockCluster,
  // The machine matters, not whether it joins: its boot would end at an arbitrary moment.
  spec: { bootDuration: { minMilliseconds: 3_600_000, maxMilliseconds: 3_600_000 } },
  reconcilers: ({ clock, outside, closing }) => {
    const cloud = closing.use(new ObservedCloud({ clock }, outside, "machines"));
    return [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)];
  },
});

describeProviderContract({
  servers,
  definition: MockCluster,
  reconcilers: ({ clock, outside, closing }) => [
    new MockClusterReconciler(closing.use(new ObservedCloud({ clock }, outside, "load balancers"))),
  ],
});

describeProviderContract({
  servers,
  definition: KubeadmConfig,
  // It may omit the spec, but may not have an empty one.
  spec: { format: "cloud-config" },
  cluster: { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } },
  machine: { version: "v1.36.0" },
  controlPlane: true,
  reconcilers: () => [new KubeadmConfigReconciler()],
});
