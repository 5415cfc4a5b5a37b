import type { GoManagementCluster } from "@capstan/harness/go";
import { serviceAccountKubeconfig, serviceAccountUser } from "@capstan/testkit";
import { LoopbackWebhooks } from "../interop/go-core/loopback-webhooks.ts";
import { ProviderProcess } from "../interop/go-core/provider-process.ts";

/** What is run of a release. */
export interface ReleaseToRun {
  /** The provider's label, such as `infrastructure-hello`. */
  readonly label: string;
  /** The file that its manager starts from. */
  readonly main: string;
  /** A folder for its serving certificate, which is made. */
  readonly certificates: string;
  /** Variables in addition to this process's. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of Node's exports. Default: none, as where packages are installed. */
  readonly conditions?: readonly string[];
}

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName: string;
        readonly containers: readonly [{ readonly args: readonly string[] }];
      };
    };
  };
}

/** The manager of a release that clusterctl has installed, in a process of its own: with the arguments and rights of its Deployment. */
export class InstalledRelease implements AsyncDisposable {
  /** Its name in the audit log. */
  readonly user: string;
  readonly #process: ProviderProcess;

  private constructor(user: string, process: ProviderProcess) {
    this.user = user;
    this.#process = process;
  }

  static async start(management: GoManagementCluster, release: ReleaseToRun): Promise<InstalledRelease> {
    const { label, main, certificates, environment = {}, conditions = [] } = release;
    const { client } = management;
    const namespace = `${label}-system`;
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const at = `${deployments}/${label}-controller-manager`;
    const { spec } = (await client.request("GET", at)) as Deployment;
    const { serviceAccountName: name, containers } = spec.template.spec;
    const account = { namespace, name };
    const webhooks = await LoopbackWebhooks.prepare(certificates);
    const process = new ProviderProcess(
      main,
      {
        kubeconfig: await serviceAccountKubeconfig(management, client, account),
        arguments: webhooks.argumentsOf(onLoopback(containers[0].args, namespace)),
      },
      { conditions, environment },
    );
    if (LoopbackWebhooks.areServedWith(containers[0].args)) await webhooks.wire(client, label, process);
    return new InstalledRelease(serviceAccountUser(account), process);
  }

  /** Everything printed so far. */
  get output(): string {
    return this.#process.output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/** The arguments of a Deployment with what differs outside of a Pod. Variables of clusterctl have been replaced by it. */
function onLoopback(args: readonly string[], namespace: string): string[] {
  return args.map((argument) =>
    argument
      .replace(/^--(health-addr|diagnostics-address)=.*/, "--$1=127.0.0.1:0")
      .replace(/^--(leader-elect-namespace|secret-namespaces)=.*/, `--$1=${namespace}`),
  );
}
