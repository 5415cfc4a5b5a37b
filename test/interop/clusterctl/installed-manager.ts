import { type CustomResourceDefinition as Definition, labels } from "@capstan/contract";
import {
  type Client,
  createClient,
  createLogger,
  CustomResourceDefinition,
  Manager,
  requestPath,
} from "@capstan/runtime";
import { serviceAccountKubeconfig, serviceAccountUser } from "@capstan/testkit";

const silent = createLogger({ level: "error", format: "json", write: () => undefined });

/** A management cluster, for an administrator. */
interface Management {
  readonly client: Client;
  /** YAML. */
  readonly kubeconfig: string;
}

/** The manager of a provider that clusterctl has installed, with the permissions that the installed release grants. */
export class InstalledManager implements AsyncDisposable {
  /** Its name in the audit log. */
  readonly user: string;
  readonly #closing: AsyncDisposableStack;

  private constructor(user: string, closing: AsyncDisposableStack) {
    this.user = user;
    this.#closing = closing;
  }

  /** @param label - of the provider, as `infrastructure-mock`. */
  static async start(
    management: Management,
    label: string,
    setup: (manager: Manager) => void,
  ): Promise<InstalledManager> {
    const closing = new AsyncDisposableStack();
    try {
      const account = await accountOf(management, label);
      const kubeconfig = await serviceAccountKubeconfig(management, management.client, account);
      const client = createClient({ kubeconfig, userAgent: `${label}/test` });
      closing.defer(() => client.close());
      const manager = new Manager({ name: label, client, logger: silent, freeze: true });
      setup(manager);
      closing.defer(() => manager.stop());
      await manager.start();
      return new InstalledManager(serviceAccountUser(account), closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** The stored versions of each kind of a provider, from the API server. */
export async function storedVersions(
  { client }: Pick<Management, "client">,
  label: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const labelSelector = `${labels.provider}=${label}`;
  const { items } = await client.list<Definition>(CustomResourceDefinition, { labelSelector });
  return Object.fromEntries(items.map(({ spec, status }) => [spec.names.kind, status?.storedVersions ?? []]));
}

async function accountOf({ client }: Management, label: string): Promise<{ namespace: string; name: string }> {
  const namespace = `${label}-system`;
  const deployment = `${label}-controller-manager`;
  const at = requestPath`/apis/apps/v1/namespaces/${namespace}/deployments/${deployment}`;
  const { spec } = (await client.request("GET", at)) as {
    readonly spec: { readonly template: { readonly spec: { readonly serviceAccountName: string } } };
  };
  return { namespace, name: spec.template.spec.serviceAccountName };
}
