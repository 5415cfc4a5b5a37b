import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { type Client, installCRDs, isApiError, systemClock, requestPath } from "@capstan/runtime";
import { installWebhooks, type RealApiServer, upstreamCRDs, type WebhookEndpoint } from "@capstan/testkit";
import { ManagerProcess } from "../../e2e/manager-process.ts";

/** Capstan's kubeadm bootstrap provider as a process, in place of the Go one. */
export interface OurBootstrapManager extends AsyncDisposable {
  readonly process: ManagerProcess;
  readonly endpoint: WebhookEndpoint;
}

/**
 * Starts Capstan's provider in place of the Go kubeadm bootstrap manager of Cluster API: upstream's CRDs and webhook configurations stay,
 * and now name Capstan's process. The CRDs must exist. Resolves once its webhooks are served and its controllers run.
 *
 * @param flags - in addition to those for its kubeconfig, port and certificate.
 */
export async function startOurBootstrapManager(
  server: RealApiServer,
  client: Client,
  flags: readonly string[] = [],
): Promise<OurBootstrapManager> {
  const closing = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-bootstrap-kubeadm-"));
    closing.defer(() => rm(folder, { recursive: true, force: true }));
    const certificates = path.join(folder, "certificates");
    const kubeconfig = path.join(folder, "kubeconfig");
    const serving = await server.authority.issueServing("capstan-bootstrap-kubeadm", ["127.0.0.1"]);
    await mkdir(certificates, { mode: 0o700 });
    await writeFile(path.join(certificates, "tls.crt"), serving.certificate, { mode: 0o600 });
    await writeFile(path.join(certificates, "tls.key"), serving.privateKey, { mode: 0o600 });
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const process = closing.use(
      new ManagerProcess("capstan-bootstrap-kubeadm", [
        `--kubeconfig=${kubeconfig}`,
        `--webhook-port=0`,
        `--webhook-cert-dir=${certificates}`,
        ...flags,
      ]),
    );
    const [, port = ""] = await process.prints(/The webhooks are being served.*\bport=(\d+)/);
    const endpoint = { url: `https://127.0.0.1:${port}`, certificateAuthority: server.authority.certificate };
    await installCRDs(client, upstreamCRDs("bootstrap", { endpoint }), { timeoutMs: 120_000 });
    await installWebhooks(client, "bootstrap", endpoint);
    await process.prints(/The manager is running/);
    await untilCalled(client);
    return { process, endpoint, [Symbol.asyncDispose]: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** Resolves when the API server calls the new process: until then it calls the previous one. */
async function untilCalled(client: Client): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  for (const version of ["v1beta1", "v1beta2"]) {
    const group = "bootstrap.cluster.x-k8s.io";
    const apiVersion = `${group}/${version}`;
    const probe = { apiVersion, kind: "KubeadmConfig", metadata: { namespace: "default", name: "probe" } };
    const send = () =>
      client.request(
        "POST",
        requestPath`/apis/${group}/${version}/namespaces/default/kubeadmconfigs?dryRun=All`,
        probe,
      );
    while (!(await send().then(() => true, isAnswered))) await systemClock.sleep(50, signal);
  }
}

/** Whether a request failed for a reason other than an unreachable webhook. */
function isAnswered(error: unknown): boolean {
  return isApiError(error) && error.status !== 500;
}
