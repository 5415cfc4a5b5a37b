import type { CustomResourceDefinition } from "@capstan/contract";
import { convertedCoreCRDs } from "@capstan/core-controllers";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { type Client, createClient, Namespace, storageVersionOf, systemClock, WebhookServer } from "@capstan/runtime";
import {
  applyYAML,
  FakeClock,
  KubeadmConfig,
  MockCluster,
  MockMachine,
  RealApiServer,
  serviceAccountKubeconfig,
  type ServerChoice,
  TestEnvironment,
} from "@capstan/testkit";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { ShellConfigReconciler } from "../../../examples/bootstrap-shell/src/reconcilers/shell-config/shell-config-reconciler.ts";
import { coreConverters } from "../../../packages/core-controllers/src/api/convert.ts";
import { isAuthorsBug } from "../../../packages/testkit/src/thrown/authors-bug.ts";

/** The namespace of the tenant whose flow is compared. */
export const victim = "victim";

const providers = [KubeadmConfig, MockCluster, MockMachine, ShellConfig].flatMap(({ crds }) => crds);
/** The installed CRDs, each kind in all its versions. */
export const definitions: readonly CustomResourceDefinition[] = [...convertedCoreCRDs, ...providers];

let converting: Promise<WebhookServer> | undefined;

/** One conversion webhook of the core's kinds for all servers of a process, so that they share the CRDs that name it. */
async function coreCRDs(): Promise<CustomResourceDefinition[]> {
  converting ??= WebhookServer.start({ converters: coreConverters(apiVersionOf) });
  const webhook = await converting;
  webhook.unref();
  return webhook.wire(convertedCoreCRDs);
}

function apiVersionOf(group: string, kind: string): string | undefined {
  const definition = definitions.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  return definition === undefined ? undefined : `${group}/${storageVersionOf(definition)?.name ?? ""}`;
}

const managers = ["core", "bootstrap-kubeadm", "provider"];

const accessTo = (namespace: string): string => `
apiVersion: v1
kind: ServiceAccount
metadata: { name: attacker, namespace: ${namespace} }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: attacker, namespace: ${namespace} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin }
subjects: [{ kind: ServiceAccount, name: attacker, namespace: ${namespace} }]
`;

/** The work of the managers: requests about the victim's objects and their reconciles, and all completed requests. */
export interface Work {
  readonly requests: number;
  readonly reconciles: number;
  readonly all: number;
}

/** A tenant that attacks: with all rights in one namespace, and none elsewhere. */
export interface Attacker {
  readonly client: Client;
  readonly namespace: string;
}

/** A management cluster with the core, two bootstrap providers and an infrastructure provider, a victim, and attackers. */
export class Tenants implements AsyncDisposable {
  readonly environment: TestEnvironment;
  /** The victim's client, which may read everything to look for traces. */
  readonly client: Client;
  readonly attackers: readonly Attacker[];
  /** Errors of reconcilers that indicate a bug. */
  readonly bugs = new Set<string>();
  readonly #closing: AsyncDisposableStack;
  #reconciles = 0;
  #moves = 0;

  private constructor(environment: TestEnvironment, attackers: readonly Attacker[], closing: AsyncDisposableStack) {
    this.environment = environment;
    this.client = environment.client;
    this.attackers = attackers;
    this.#closing = closing;
    environment.expectError(Error, { optional: true });
    for (const name of managers) {
      environment.manager(name).on("reconciled", ({ controller, request, error }) => {
        this.#moves += 1;
        if (request.namespace === victim) this.#reconciles += 1;
        if (error instanceof Error && isAuthorsBug(error))
          this.bugs.add(`${name}, ${controller} ${request.namespace ?? ""}/${request.name}: ${String(error)}`);
      });
    }
  }

  static async start(choice: ServerChoice, namespaces: readonly string[]): Promise<Tenants> {
    const closing = new AsyncDisposableStack();
    try {
      const clock = new FakeClock({ startMs: systemClock.now() });
      const cloud = closing.use(new MockCloud({ clock }));
      const real = choice === "real" ? closing.use(await RealApiServer.start({ rbac: true })) : undefined;
      const environment = closing.use(
        await TestEnvironment.start({
          clock,
          coreCRDs: await coreCRDs(),
          bootstrapKubeadm: true,
          reconcilers: [
            new MockClusterReconciler(cloud),
            new MockMachineReconciler(cloud),
            new ShellConfigReconciler(),
          ],
          idle: () => cloud.idle(),
          secretGuard: false,
          ...(real === undefined ? {} : { server: real }),
        }),
      );
      // Only the player of the flow waits for idleness, because an attacker may keep managers busy.
      clock.settle = () => new Promise((resolve) => setImmediate(resolve));
      real?.startControllerManager();
      const { client } = environment;
      for (const name of new Set([victim, ...namespaces])) {
        await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
      }
      const attackers: Attacker[] = [];
      for (const namespace of namespaces) {
        await applyYAML(client, accessTo(namespace));
        const kubeconfig = await serviceAccountKubeconfig(environment, client, { namespace, name: "attacker" });
        const own = createClient({ kubeconfig, userAgent: "attacker/1" });
        closing.defer(() => own.close());
        attackers.push({ client: own, namespace });
      }
      return new Tenants(environment, attackers, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get work(): Work {
    const requests = this.environment.requests();
    const ofVictim = requests.filter(({ namespace }) => namespace === victim).length;
    return { requests: ofVictim, reconciles: this.#reconciles, all: requests.length };
  }

  /** Increases whenever a manager has done anything. */
  get moves(): number {
    return this.environment.requests().length + this.#moves;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}
