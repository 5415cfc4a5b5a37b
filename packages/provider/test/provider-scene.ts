import type { DeepReadonly, ResourceKind } from "@capstan/contract";
import { PlayedCore } from "@capstan/harness/played";
import { coreCRDs } from "@capstan/harness/servers";
import {
  leaderElectionRules,
  managerRules,
  type ObjectOf,
  type PolicyRule,
  type ProviderController,
  type ProviderDefinition,
} from "@capstan/provider";
import { type Client, createClient, createLogger, isNotFound, requestPath, systemClock } from "@capstan/runtime";
import type { FakeClock } from "@capstan/runtime/testing";
import { RealApiServer, TestEnvironment, type TestEnvironmentOptions } from "@capstan/testkit";

const namespace = "default";
const writing: readonly string[] = ["create", "update", "patch", "delete"];

/** CAPSTAN_TEST_SERVER=real with KUBEBUILDER_ASSETS: the same tests against etcd and kube-apiserver. */
const server = process.env.CAPSTAN_TEST_SERVER === "real" ? "real" : "embedded";

/** The reconcilers under test, and a core that the test plays. */
export class ProviderScene extends PlayedCore implements AsyncDisposable {
  readonly clock: FakeClock;
  /** The log lines of the provider, as JSON. */
  readonly logged: readonly string[];
  readonly #environment: TestEnvironment;
  readonly #closing: AsyncDisposableStack;

  private constructor(environment: TestEnvironment, logged: readonly string[], closing: AsyncDisposableStack) {
    super(environment.client);
    this.clock = environment.clock;
    this.logged = logged;
    this.#environment = environment;
    this.#closing = closing;
  }

  /**
   * @param options - `crds`: of further kinds that are installed; `holdStatus`: as in production, by default false; `expectedErrors`: those
   *   that the reconcilers throw.
   */
  static async start(
    reconcilers: readonly ProviderController[],
    options: Pick<TestEnvironmentOptions, "crds" | "holdStatus" | "expectedErrors"> & { watchFilter?: string } = {},
  ): Promise<ProviderScene> {
    const { watchFilter, ...others } = options;
    const manager = watchFilter === undefined ? {} : { watchFilter };
    return ProviderScene.#startOn({ reconcilers, ...others, manager, server }, new AsyncDisposableStack());
  }

  /**
   * Starts on the real server, where the provider has only the permissions of `managerRules` and `leaderElectionRules`, and where only
   * clients that may delete an object may change its owner, as on OpenShift.
   *
   * @param options - `secretVerbs`: other permissions for Secrets.
   */
  static async startWithRBAC(
    reconcilers: readonly ProviderController[],
    { secretVerbs }: { secretVerbs?: readonly string[] } = {},
  ): Promise<ProviderScene> {
    const closing = new AsyncDisposableStack();
    const apiServerFlags = ["--enable-admission-plugins=OwnerReferencesPermissionEnforcement"];
    const restricted = closing.use(await RealApiServer.start({ rbac: true, apiServerFlags }));
    const rules = managerRules(reconcilers.map(({ definition }) => definition)).map((rule) =>
      rule.resources.includes("secrets") && secretVerbs !== undefined ? { ...rule, verbs: secretVerbs } : rule,
    );
    const admin = createClient({ kubeconfig: restricted.kubeconfig, userAgent: "test/1" });
    await grant(admin, "ClusterRole", rules);
    await grant(admin, "Role", leaderElectionRules());
    await admin.close();
    const manager = {
      kubeconfig: await restricted.kubeconfigFor("provider"),
      leaderElection: { namespace },
      healthAddress: ":0",
    };
    return ProviderScene.#startOn({ reconcilers, manager, server: restricted }, closing);
  }

  static async #startOn(options: TestEnvironmentOptions, closing: AsyncDisposableStack): Promise<ProviderScene> {
    const logged: string[] = [];
    const logger = createLogger({ level: "debug", format: "json", write: (line) => void logged.push(line) });
    try {
      const started = await TestEnvironment.start({ ...options, core: false, coreCRDs, logger });
      return new ProviderScene(closing.use(started), logged, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** As in `TestEnvironment`. */
  expectError(...expected: Parameters<TestEnvironment["expectError"]>): void {
    this.#environment.expectError(...expected);
  }

  async settled(): Promise<void> {
    await this.#environment.settled();
  }

  /**
   * Lets the objects that exist reach this age. The real server stamps them with the time of the system, which runs while the clock of the
   * managers stands.
   */
  async reachAge(seconds: number): Promise<void> {
    const behindMs = server === "real" ? Math.max(0, systemClock.now() - this.clock.now()) : 0;
    await this.clock.advance(seconds * 1_000 + behindMs);
  }

  /** Deletes an object and keeps its dependents, as the garbage collector does, which the real server does not have. */
  async deleteOnly(kind: ResourceKind, name: string): Promise<void> {
    await this.client.delete(kind, { name, namespace }, { propagationPolicy: "Orphan" });
    const body = { metadata: { finalizers: null } };
    await this.client.patch(kind, { name, namespace }, { type: "merge", body }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  /** The provider's writes since the start, without Events: "patch hellomachines/m1 status". */
  writes(): string[] {
    return this.#writes((resource) => resource !== "events");
  }

  /** The provider's writes of Events since the start: "create events". */
  eventWrites(): string[] {
    return this.#writes((resource) => resource === "events");
  }

  #writes(isMeant: (resource: string) => boolean): string[] {
    return this.#environment
      .requests()
      .filter(({ verb, resource }) => writing.includes(verb) && isMeant(resource))
      .map(({ verb, resource, name, subresource }) =>
        [verb, [resource, name].filter(Boolean).join("/"), subresource].filter(Boolean).join(" "),
      );
  }

  override async events() {
    await this.settled();
    return super.events();
  }

  /** The lines of a metric, as Prometheus scrapes them. */
  async metric(name: string): Promise<string[]> {
    const text = await this.#environment.manager().metrics.registry.getSingleMetricAsString(name);
    return text.split("\n").filter((line) => line.startsWith(name));
  }

  /** Requests of the provider that the server refused: "422 patch hellomachines/m1". */
  refusals(): string[] {
    return this.#environment
      .requests()
      .filter(({ status }) => status >= 400)
      .map(({ status, verb, resource, name }) => `${status} ${verb} ${resource}/${name}`);
  }

  /** Requests of the provider that the server refused as forbidden. */
  forbidden(): string[] {
    return this.#environment
      .requests()
      .filter(({ status }) => status === 403)
      .map(({ verb, resource, subresource }) => [verb, resource, subresource].filter(Boolean).join(" "));
  }

  /** The response of `/readyz`: status and body. */
  async readyz(): Promise<string> {
    const response = await fetch(`http://${this.#environment.manager().addresses.health ?? ""}/readyz`);
    return `${response.status} ${(await response.text()).trim()}`;
  }

  /** The number of the provider's GET requests, without its own CRDs at the start. */
  gets(): number {
    const gets = this.#environment.requests().filter(({ verb, name }) => verb === "get" && name !== "");
    return gets.filter(({ resource }) => resource !== "customresourcedefinitions").length;
  }

  async get<D extends ProviderDefinition>(definition: D, name = "m1"): Promise<DeepReadonly<ObjectOf<D>>> {
    return (await this.client.get(definition.kind, this.key(name))) as unknown as DeepReadonly<ObjectOf<D>>;
  }

  async delete(definition: ProviderDefinition, name = "m1"): Promise<void> {
    await this.client.delete(definition.kind, this.key(name));
  }

  async exists(definition: ProviderDefinition, name = "m1"): Promise<boolean> {
    const { items } = await this.client.list(definition.kind, { namespace });
    return items.some(({ metadata }) => metadata.name === name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** A role with these rules, bound to the user "provider". */
async function grant(admin: Client, kind: "ClusterRole" | "Role", rules: readonly PolicyRule[]): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const metadata = { name: "provider", ...(kind === "Role" ? { namespace } : {}) };
  const path =
    kind === "Role" ? requestPath`/apis/${group}/v1/namespaces/${namespace}` : requestPath`/apis/${group}/v1`;
  const apiVersion = `${group}/v1`;
  const [roles, bindings] = [`${kind.toLowerCase()}s`, `${kind.toLowerCase()}bindings`];
  await admin.request("POST", requestPath`${path}/${roles}`, { apiVersion, kind, metadata, rules });
  await admin.request("POST", requestPath`${path}/${bindings}`, {
    apiVersion,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: group, kind, name: "provider" },
    subjects: [{ apiGroup: group, kind: "User", name: "provider" }],
  });
}
