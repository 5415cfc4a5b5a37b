import { type DataOutcome } from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import { CertificateError } from "../../certificates/certificate-error.ts";
import { type ClusterCA, readClusterCA } from "../../certificates/cluster-ca.ts";
import { lookUpCertificates } from "../../certificates/cluster-certificates.ts";
import { controlPlaneCertificates } from "../../certificates/purpose.ts";
import { releaseInitLock } from "../../lock/init-lock.ts";
import { renderControlPlaneJoin, renderWorkerJoin } from "../../render/bootstrap-data.ts";
import { dataOutcome } from "./bootstrap-data-outcome.ts";
import { type DiscoveryNeeds, completeDiscovery, discoveryNeeds, formatEndpoint } from "./discovery.ts";
import { type KubeadmScope, type Subject, certificatesOf, resolveSetupOf } from "./kubeadm-scope.ts";
import { OncePerCluster } from "./once-per-cluster.ts";

/** How to get the token of a join, and when to check it again. */
export interface TokenSource {
  token(): Promise<string>;
  readonly retryAfterMs: number;
}

/** Renders the data of joining machines. Values that all machines of a cluster share are requested once. */
export class Join {
  readonly #lockReleased = new OncePerCluster<void>();
  readonly #clusterCAs = new OncePerCluster<ClusterCA>();

  /** The data of one machine, or of a pool's machines. */
  async data(
    role: "control-plane" | "worker",
    scope: KubeadmScope,
    spec: KubeadmConfigSpec,
    {
      kubernetesVersion,
      tokens,
      signal,
    }: Pick<Subject, "kubernetesVersion"> & { tokens: TokenSource; signal: AbortSignal },
  ): Promise<DataOutcome> {
    const clusterUid = scope.cluster.metadata.uid ?? "";
    await this.#lockReleased.get(clusterUid, scope.clock.now(), () =>
      releaseInitLock(scope.client, scope.cluster, signal),
    );
    const setup = await resolveSetupOf(scope, spec, signal);
    const certificates =
      role === "worker"
        ? []
        : await lookUpCertificates(certificatesOf(scope), controlPlaneCertificates(spec.clusterConfiguration), signal);
    const needs = discoveryNeeds(spec.joinConfiguration?.discovery);
    const clusterCA = await this.#clusterCA(needs.clusterCA, scope, signal);
    // Last, so that no token is created in the workload cluster for a machine that cannot get its data anyway.
    const token = needs.token ? await tokens.token() : undefined;
    const discovery = completeDiscovery(spec.joinConfiguration?.discovery, {
      apiServerEndpoint: formatEndpoint(scope.cluster.spec.controlPlaneEndpoint),
      token,
      clusterCA,
    });
    const input = { spec, setup, kubernetesVersion, discovery };
    const data = role === "worker" ? renderWorkerJoin(input) : renderControlPlaneJoin({ ...input, certificates });
    return dataOutcome(data, spec, token === undefined ? {} : { retryAfterMs: tokens.retryAfterMs });
  }

  async #clusterCA(
    need: DiscoveryNeeds["clusterCA"],
    scope: KubeadmScope,
    signal: AbortSignal,
  ): Promise<ClusterCA | undefined> {
    if (need === "no") return undefined;
    try {
      return await this.#clusterCAs.get(scope.cluster.metadata.uid ?? "", scope.clock.now(), () =>
        readClusterCA(certificatesOf(scope), signal),
      );
    } catch (error) {
      if (need === "wanted" && error instanceof CertificateError) return undefined;
      throw error;
    }
  }
}
