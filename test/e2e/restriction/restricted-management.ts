import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { type CustomResourceDefinition, type ResourceKind } from "@capstan/contract";
import { runCore } from "@capstan/core-controllers";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import { managerRules, type ProviderDefinition, runProvider } from "@capstan/provider";
import { type Client, createClient, installCRDs, Namespace, systemClock, requestPath } from "@capstan/runtime";
import {
  applyManifests,
  type AuditEntry,
  type Manifest,
  type RealApiServer,
  serviceAccountKubeconfig,
  serviceAccountUser,
} from "@capstan/testkit";
import { AuditedRequests, startAuditedServer } from "@capstan/harness/audit";
import { Scene } from "@capstan/harness/scenes";
import { coreCRDs } from "@capstan/harness/servers";
import { documentedManifests } from "./documented-manifests.ts";

/** The definitions of each provider, by the prefix of its roles. */
const providers: Readonly<Record<string, readonly ProviderDefinition[]>> = {
  "bootstrap-kubeadm": [KubeadmConfig],
  "infrastructure-mock": [MockCluster, MockMachine],
};
const managers = ["capstan-core", ...Object.keys(providers)];

/** Only v1beta2 is used, so no conversion is needed. */
function unconverted(crd: CustomResourceDefinition): CustomResourceDefinition {
  return { ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } };
}

/** Running managers, each with its own ServiceAccount. */
export interface RestrictedManagers extends AsyncDisposable {
  /** Their user names in the audit log. */
  readonly users: readonly string[];
}

/** A real API server with RBAC and an audit log, on which managers run with the roles of docs/restriction.md and no others. */
export class RestrictedManagement implements AsyncDisposable {
  readonly client: Client;
  readonly requests: AuditedRequests;
  readonly #server: RealApiServer;
  readonly #closing: AsyncDisposableStack;

  private constructor(client: Client, server: RealApiServer, closing: AsyncDisposableStack) {
    this.client = client;
    this.requests = new AuditedRequests(server);
    this.#server = server;
    this.#closing = closing;
  }

  static async start(): Promise<RestrictedManagement> {
    const closing = new AsyncDisposableStack();
    try {
      const server = closing.use(await startAuditedServer({ withBodies: true }));
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
      closing.defer(() => client.close());
      const crds = [...coreCRDs, ...Object.values(providers).flatMap((all) => all.flatMap((one) => one.crds))];
      await installCRDs(client, crds.map(unconverted), { timeoutMs: 120_000 });
      return new RestrictedManagement(client, server, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  async createNamespace(name: string): Promise<void> {
    await this.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }

  /** Observes a namespace as an administrator; `watched` as for {@link Scene.open}. */
  async scene(namespace: string, watched?: readonly ResourceKind[]): Promise<Scene> {
    return Scene.open(this.client, namespace, watched);
  }

  /**
   * Grants every manager the roles under a heading of the page.
   *
   * @param system - the namespace of their ServiceAccounts.
   * @param renamed - further names of the page, with their replacements.
   */
  async grant(heading: string, system: string, renamed: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const name of managers) {
      const names = { "capstan-system": system, "capstan-core": name, ...renamed };
      await applyManifests(this.client, documentedManifests(heading, names).map(asProvider(name)));
    }
  }

  /** Whether a user has a permission, as the server decides it. */
  async may(user: string, attributes: Readonly<Record<string, string>>): Promise<boolean> {
    const review = (await this.client.request("POST", requestPath`/apis/authorization.k8s.io/v1/subjectaccessreviews`, {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user, resourceAttributes: attributes },
    })) as { status: { allowed: boolean } };
    return review.status.allowed;
  }

  /** Applies Namespaces, ServiceAccounts, roles and bindings. */
  async apply(manifests: readonly Manifest[]): Promise<void> {
    await applyManifests(this.client, manifests);
  }

  /**
   * Runs the core controllers and both reference providers with these flags, until disposed.
   * @param options - `cloud`: a cloud that outlives the managers. Default: a separate cloud.
   */
  async run(
    system: string,
    flags: readonly string[],
    options: { readonly cloud?: MockCloud } = {},
  ): Promise<RestrictedManagers> {
    const closing = new AsyncDisposableStack();
    const folder = mkdtempSync(path.join(tmpdir(), "restriction-"));
    closing.defer(() => {
      rmSync(folder, { recursive: true });
    });
    const ending = new AbortController();
    const bootDuration = { minMilliseconds: 20, maxMilliseconds: 100 };
    const cloud = options.cloud ?? closing.use(await MockCloud.open({ clock: systemClock, bootDuration }));
    const runs = new Map([
      ["capstan-core", (argv: readonly string[]) => runCore({ argv, signal: ending.signal })],
      ["bootstrap-kubeadm", providerOf("bootstrap-kubeadm", [new KubeadmConfigReconciler()], ending.signal)],
      [
        "infrastructure-mock",
        providerOf(
          "infrastructure-mock",
          [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)],
          ending.signal,
        ),
      ],
    ]);
    const running = await Promise.all(
      [...runs].map(async ([name, run]) => {
        const kubeconfig = path.join(folder, name);
        const account = { namespace: system, name };
        const text = await serviceAccountKubeconfig(this.#server, this.client, account);
        writeFileSync(kubeconfig, text, { mode: 0o600 });
        return {
          ended: run(["--kubeconfig", kubeconfig, "--v", "-1", "--health-addr=0", "--diagnostics-address=0", ...flags]),
        };
      }),
    );
    closing.defer(async () => {
      ending.abort();
      await Promise.all(running.map(({ ended }) => ended));
    });
    return {
      users: managers.map((name) => serviceAccountUser({ namespace: system, name })),
      [Symbol.asyncDispose]: () => closing.disposeAsync(),
    };
  }

  /** The completed requests of these users, each once. */
  requestsOf({ users }: RestrictedManagers): AuditEntry[] {
    return this.requests.of(...users);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function providerOf(
  name: string,
  reconcilers: Parameters<typeof runProvider>[0]["reconcilers"],
  signal: AbortSignal,
): (argv: readonly string[]) => Promise<void> {
  const onFailure = (error: unknown): never => {
    throw error;
  };
  return (argv) => runProvider({ name, reconcilers, argv, signal, onFailure });
}

/** Cluster-scoped resources, which only a ClusterRoleBinding grants. */
const clusterWide: ReadonlySet<string> = new Set([
  "customresourcedefinitions",
  "customresourcedefinitions/status",
  "tokenreviews",
  "subjectaccessreviews",
]);

/** For a provider, the roles have the rules from `capstan generate rbac`. */
function asProvider(name: string): (manifest: Manifest) => Manifest {
  const definitions = providers[name];
  return (manifest) => {
    if (definitions === undefined || manifest.kind !== "ClusterRole") return manifest;
    const rules = managerRules(definitions);
    const isOfNoNamespace = ({ resources }: (typeof rules)[number]) => resources.some((name) => clusterWide.has(name));
    if (manifest.metadata.name.endsWith("-manager-role")) return { ...manifest, rules };
    return manifest.metadata.name.endsWith("-cluster-role")
      ? { ...manifest, rules: rules.filter(isOfNoNamespace) }
      : manifest;
  };
}
