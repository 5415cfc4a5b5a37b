import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { GoManagementCluster } from "@capstan/harness/go";
import type { CertificateAuthority } from "@capstan/kube/x509";
import { serviceAccountKubeconfig, serviceAccountUser } from "@capstan/testkit";
import { freePorts } from "../../packages/testkit/src/real/free-ports.ts";
import { listens } from "../../packages/testkit/src/real/listens.ts";
import { ProviderProcess } from "../interop/go-core/provider-process.ts";
import { callByURL } from "./call-by-url.ts";
import type { Role } from "./project.ts";

/** What is run of a release. */
export interface ReleaseToRun {
  readonly role: Role;
  /** The project's folder, in which `npm run build` was run. */
  readonly project: string;
  /** Signs what cert-manager would. */
  readonly authority: CertificateAuthority;
  readonly environment: Readonly<Record<string, string>>;
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
    const { role, project, authority, environment } = release;
    const { client } = management;
    const namespace = `${role}-hello-system`;
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const at = `${deployments}/${role}-hello-controller-manager`;
    const { spec } = (await client.request("GET", at)) as Deployment;
    const { serviceAccountName: name, containers } = spec.template.spec;
    const account = { namespace, name };
    const [port = 0] = await freePorts(1);
    const certificates = path.join(project, "serving-certs");
    const pair = await authority.issueServing("webhook", ["127.0.0.1"]);
    await mkdir(certificates);
    await writeFile(path.join(certificates, "tls.crt"), pair.certificate);
    await writeFile(path.join(certificates, "tls.key"), pair.privateKey, { mode: 0o600 });
    const own = { "leader-elect-namespace": namespace, "webhook-port": String(port), "webhook-cert-dir": certificates };
    const process = new ProviderProcess(
      path.join(project, "dist/main.js"),
      {
        kubeconfig: await serviceAccountKubeconfig(management, client, account),
        arguments: onLoopback(containers[0].args, own),
      },
      { conditions: [], environment },
    );
    await untilListening(port, process);
    await callByURL(client, `${role}-hello`, `https://127.0.0.1:${port}`, authority.certificate);
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
function onLoopback(args: readonly string[], own: Readonly<Record<string, string>>): string[] {
  return args.map((argument) => {
    const [flag = ""] = argument.replace(/^--/, "").split("=");
    if (flag === "health-addr" || flag === "diagnostics-address") return `--${flag}=127.0.0.1:0`;
    return own[flag] === undefined ? argument : `--${flag}=${own[flag]}`;
  });
}

/** @throws Error the process ends, or does not listen in time. */
async function untilListening(port: number, process: ProviderProcess): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await listens(port))) {
    if (process.running && performance.now() < end) await delay(100);
    else throw new Error(`The manager serves no webhooks:\n${process.output}`);
  }
}
