import { type Client, requestPath } from "@capstan/runtime";
import { serviceAccountKubeconfig, serviceAccountUser } from "@capstan/testkit";
import { LoopbackWebhooks } from "../interop/go-core/loopback-webhooks.ts";
import { ProviderProcess } from "../interop/go-core/provider-process.ts";
import { loopbackArguments } from "./loopback-arguments.ts";

/** The parts of a release to run. */
export interface ReleaseToRun {
  /** The provider's label, for example `infrastructure-hello`. */
  readonly label: string;
  /** The main file of its manager. */
  readonly main: string;
  /** A folder for its serving certificate, which is created. */
  readonly certificates: string;
  /** Variables in addition to those of this process. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Conditions of Node's exports. Default: none, like for installed packages. */
  readonly conditions?: readonly string[];
}

/** A management cluster. */
export interface Management {
  /** The kubeconfig of an administrator, as YAML. */
  readonly kubeconfig: string;
  readonly client: Client;
}

interface Deployment {
  readonly metadata: { readonly namespace: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName: string;
        readonly containers: readonly [{ readonly args: readonly string[] }];
      };
    };
  };
}

/** The manager of a release that clusterctl has installed, in a separate process: with the arguments and permissions of its Deployment. */
export class InstalledRelease implements AsyncDisposable {
  /** Its user name in the audit log. */
  readonly user: string;
  readonly #process: ProviderProcess;

  private constructor(user: string, process: ProviderProcess) {
    this.user = user;
    this.#process = process;
  }

  static async start(management: Management, release: ReleaseToRun): Promise<InstalledRelease> {
    const { label, main, certificates, environment = {}, conditions = [] } = release;
    const { client } = management;
    const { metadata, spec } = await deploymentOf(client, label);
    const { namespace } = metadata;
    const { serviceAccountName: name, containers } = spec.template.spec;
    const account = { namespace, name };
    const webhooks = await LoopbackWebhooks.prepare(certificates);
    const process = new ProviderProcess(
      main,
      {
        kubeconfig: await serviceAccountKubeconfig(management, client, account),
        arguments: webhooks.argumentsOf(loopbackArguments(containers[0].args, namespace)),
      },
      { conditions, environment },
    );
    if (LoopbackWebhooks.areServedWith(containers[0].args)) await webhooks.wire(client, label, process);
    return new InstalledRelease(serviceAccountUser(account), process);
  }

  /** The output so far. */
  get output(): string {
    return this.#process.output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

async function deploymentOf(client: Client, label: string): Promise<Deployment> {
  const at = requestPath`/apis/apps/v1/deployments?labelSelector=${`cluster.x-k8s.io/provider=${label}`}`;
  const { items } = (await client.request("GET", at)) as { readonly items: readonly Deployment[] };
  const [deployment] = items;
  if (deployment === undefined || items.length > 1)
    throw new Error(`${label} has ${items.length} Deployments, not one.`);
  return deployment;
}
