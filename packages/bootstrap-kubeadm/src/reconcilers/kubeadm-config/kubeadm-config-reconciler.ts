import {
  type BootstrapConfigScope,
  BootstrapConfigReconciler,
  type BootstrapOutcome,
  apiVersionOf,
  Cluster,
  conditionTypes,
  isConditionTrue,
  labels,
  outcome,
} from "@capstan/provider";
import { findContradictions } from "../../api/contradictions.ts";
import { KubeadmConfig } from "../../api/kubeadm-config.ts";
import { type KubeadmConfigSpec } from "../../api/kubeadm-config-spec.ts";
import { CertificateError } from "../../certificates/certificate-error.ts";
import { type ClusterCA, readClusterCA } from "../../certificates/cluster-ca.ts";
import {
  type Certificate,
  type ClusterCertificatesLocation,
  lookUpCertificates,
  lookUpOrGenerateCertificates,
} from "../../certificates/cluster-certificates.ts";
import { controlPlaneCertificates } from "../../certificates/purpose.ts";
import { type InitLockState, acquireInitLock, giveUpInitLock, releaseInitLock } from "../../lock/init-lock.ts";
import { OneAtATime } from "../../lock/one-at-a-time.ts";
import { renderControlPlaneJoin, renderInit, renderWorkerJoin } from "../../render/bootstrap-data.ts";
import { fieldsWithoutEffect } from "../../render/kubeadm/unsupported-fields.ts";
import { kubeadmApiVersion } from "../../render/kubernetes-version.ts";
import { FileTemplateError, SecretReferenceError, resolveSetup } from "../../render/resolve-setup.ts";
import { type ResolvedSetup } from "../../render/resolved-setup.ts";
import { type TokenOptions, ensureToken, refreshToken, tokenCheckInterval } from "../../tokens/ensure-token.ts";
import { defaultTokenTtlMs } from "../../tokens/token-ttl.ts";
import { type BootstrapDecision, decideBootstrap } from "./decision.ts";
import { type DiscoveryNeeds, completeDiscovery, discoveryNeeds, formatEndpoint } from "./discovery.ts";
import { certificatesAvailable, explainError, workloadRetryMs } from "./explain-error.ts";
import { OncePerCluster } from "./once-per-cluster.ts";
import { readTemplateData } from "./template-data.ts";
import { WorkloadUnavailableError, withWorkload } from "./with-workload.ts";

type Scope = BootstrapConfigScope<typeof KubeadmConfig>;

/** How the reconciler behaves; every option has a default. */
export interface KubeadmConfigReconcilerOptions {
  /** Life of a bootstrap token, in milliseconds, extended until its machine has joined. Default: 15 minutes. */
  readonly tokenTtlMs?: number;
}

/** Makes the bootstrap data of machines that run kubeadm: the first initialises the control plane, the others join. */
export class KubeadmConfigReconciler extends BootstrapConfigReconciler<typeof KubeadmConfig> {
  readonly definition = KubeadmConfig;
  /** See {@link KubeadmConfigReconcilerOptions.tokenTtlMs}; a change concerns tokens made or extended afterwards. */
  tokenTtlMs: number;
  readonly #initLock = new OneAtATime();
  readonly #lockReleased = new OncePerCluster<void>();
  readonly #clusterCAs = new OncePerCluster<ClusterCA>();

  constructor(options: KubeadmConfigReconcilerOptions = {}) {
    super();
    this.tokenTtlMs = options.tokenTtlMs ?? defaultTokenTtlMs;
  }

  async reconcileBootstrap(scope: Scope, signal: AbortSignal): Promise<BootstrapOutcome> {
    const spec = specOf(scope);
    const contradictions = findContradictions(spec).map(({ path, message }) => `${path}: ${message}`);
    if (contradictions.length > 0) return outcome.failed("InvalidConfiguration", contradictions.join("; "));
    try {
      // Before anything else, so that a machine that can never get data neither waits nor takes the lock.
      kubeadmApiVersion(scope.machine.spec.version);
      return await this.#act(decide(scope, spec, undefined), scope, spec, signal);
    } catch (error) {
      return explainError(error);
    }
  }

  /** Keeps the token of a machine alive that has its data but has not joined. */
  override async refreshBootstrap(scope: Scope, signal: AbortSignal) {
    const decision = decide(scope, specOf(scope), undefined);
    if (decision.action !== "join" || !discoveryNeeds(specOf(scope).joinConfiguration?.discovery).token)
      return undefined;
    try {
      const alive = await withWorkload(scope, (workload) => refreshToken(workload, this.#tokenOptions(scope), signal));
      if (alive) return { retryAfterMs: tokenCheckInterval(this.tokenTtlMs) };
    } catch (error) {
      if (error instanceof WorkloadUnavailableError) return { retryAfterMs: workloadRetryMs };
      throw error;
    }
    // The machine that initialised the control plane never had one. A token that is gone was revoked, or has expired: to
    // make it again would undo what an administrator did.
    if (decision.role === "worker") {
      scope.logger.warn("The bootstrap token is gone before the machine joined: replace the Machine");
    }
    return undefined;
  }

  async #act(
    decision: BootstrapDecision,
    scope: Scope,
    spec: KubeadmConfigSpec,
    signal: AbortSignal,
  ): Promise<BootstrapOutcome> {
    switch (decision.action) {
      case "wait": {
        const { reason, message, retryAfterMs } = decision;
        return outcome.pending(reason, { message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
      }
      case "refuse":
        return outcome.failed(decision.reason, decision.message);
      case "acquire-init-lock": {
        // What only the user can bring is read first: a machine that lacks it must not keep others from initialising.
        await resolveSetupOf(scope, spec, signal);
        const { cluster, machine } = scope;
        const lock = await this.#initLock.run(cluster.metadata.uid ?? "", () =>
          acquireInitLock(scope.client, cluster, machine.metadata.name, signal),
        );
        return await this.#act(decide(scope, spec, lock), scope, spec, signal);
      }
      case "init":
        return await this.#initOrGiveUp(scope, spec, signal);
      case "join":
        return await this.#join(decision.role, scope, spec, signal);
    }
  }

  // A machine that cannot get its data, for want of a Secret, must not keep others from initialising.
  async #initOrGiveUp(scope: Scope, spec: KubeadmConfigSpec, signal: AbortSignal): Promise<BootstrapOutcome> {
    try {
      return await this.#init(scope, spec, signal);
    } catch (error) {
      if (
        error instanceof CertificateError ||
        error instanceof SecretReferenceError ||
        error instanceof FileTemplateError
      ) {
        await giveUpInitLock(scope.client, scope.cluster, scope.machine.metadata.name, signal);
      }
      throw error;
    }
  }

  async #init(scope: Scope, spec: KubeadmConfigSpec, signal: AbortSignal): Promise<BootstrapOutcome> {
    warnAboutFieldsWithoutEffect(scope, spec, "init");
    const setup = await resolveSetupOf(scope, spec, signal);
    const certificates = await initCertificates(scope, spec, signal);
    const { spec: cluster, metadata } = scope.cluster;
    const endpoint = formatEndpoint(cluster.controlPlaneEndpoint);
    const serviceDomain = cluster.clusterNetwork?.serviceDomain;
    const data = renderInit({
      spec,
      setup,
      kubernetesVersion: scope.machine.spec.version,
      certificates,
      cluster: {
        clusterName: metadata.name,
        ...(endpoint === undefined ? {} : { controlPlaneEndpoint: endpoint }),
        ...(serviceDomain === undefined || serviceDomain === "" ? {} : { serviceDomain }),
        serviceSubnets: cluster.clusterNetwork?.services?.cidrBlocks ?? [],
        podSubnets: cluster.clusterNetwork?.pods?.cidrBlocks ?? [],
      },
    });
    return outcome.data(data, { format: formatOf(spec), conditions: [certificatesAvailable] });
  }

  async #join(
    role: "control-plane" | "worker",
    scope: Scope,
    spec: KubeadmConfigSpec,
    signal: AbortSignal,
  ): Promise<BootstrapOutcome> {
    warnAboutFieldsWithoutEffect(scope, spec, "join");
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
    // Last, so that nothing is made in the workload cluster for a machine that cannot get its data anyway.
    const token = needs.token
      ? await withWorkload(scope, (workload) => ensureToken(workload, this.#tokenOptions(scope), signal))
      : undefined;
    const discovery = completeDiscovery(spec.joinConfiguration?.discovery, {
      apiServerEndpoint: formatEndpoint(scope.cluster.spec.controlPlaneEndpoint),
      token,
      clusterCA,
    });
    const input = { spec, setup, kubernetesVersion: scope.machine.spec.version, discovery };
    const data = role === "worker" ? renderWorkerJoin(input) : renderControlPlaneJoin({ ...input, certificates });
    return outcome.data(data, {
      format: formatOf(spec),
      conditions: [certificatesAvailable],
      ...(token === undefined ? {} : { retryAfterMs: tokenCheckInterval(this.tokenTtlMs) }),
    });
  }

  async #clusterCA(
    need: DiscoveryNeeds["clusterCA"],
    scope: Scope,
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

  #tokenOptions(scope: Scope): TokenOptions {
    const { name, uid } = scope.object.metadata;
    return {
      uid,
      owner: `${namespaceOf(scope)}/${name}`,
      now: scope.clock.now(),
      ttlMs: this.tokenTtlMs,
    };
  }
}

function decide(scope: Scope, spec: KubeadmConfigSpec, initLock: InitLockState | undefined): BootstrapDecision {
  return decideBootstrap({
    controlPlaneMachine: scope.machine.metadata.labels?.[labels.controlPlane] !== undefined,
    controlPlaneInitialized: isConditionTrue(scope.cluster, conditionTypes.controlPlaneInitialized),
    initLock,
    joinsControlPlane: spec.joinConfiguration?.controlPlane !== undefined,
    addressKnown:
      !discoveryNeeds(spec.joinConfiguration?.discovery).address ||
      formatEndpoint(scope.cluster.spec.controlPlaneEndpoint) !== undefined,
  });
}

/** The first control-plane machine makes the certificates, unless a control-plane provider is in charge of them. */
async function initCertificates(scope: Scope, spec: KubeadmConfigSpec, signal: AbortSignal): Promise<Certificate[]> {
  const requirements = controlPlaneCertificates(spec.clusterConfiguration);
  if (scope.cluster.spec.controlPlaneRef !== undefined) {
    return await lookUpCertificates(certificatesOf(scope), requirements, signal);
  }
  const { metadata } = scope.cluster;
  return await lookUpOrGenerateCertificates(
    certificatesOf(scope),
    requirements,
    {
      // The Cluster's, not the machine's: they have to outlive the machine that was the first.
      owner: { apiVersion: apiVersionOf(Cluster), kind: Cluster.kind, name: metadata.name, uid: metadata.uid ?? "" },
      now: scope.clock.now(),
      validityDays: spec.clusterConfiguration?.caCertificateValidityPeriodDays,
      algorithm: spec.clusterConfiguration?.encryptionAlgorithm,
    },
    signal,
  );
}

function warnAboutFieldsWithoutEffect(scope: Scope, spec: KubeadmConfigSpec, command: "init" | "join"): void {
  const fields = fieldsWithoutEffect(spec, command, kubeadmApiVersion(scope.machine.spec.version));
  if (fields.length === 0) return;
  scope.logger.warn("Fields have no effect: the kubeadm of this Kubernetes version does not know them", { fields });
}

function certificatesOf(scope: Scope): ClusterCertificatesLocation {
  const { client, cache, cluster } = scope;
  return { client, cache, namespace: namespaceOf(scope), clusterName: cluster.metadata.name };
}

function resolveSetupOf(scope: Scope, spec: KubeadmConfigSpec, signal: AbortSignal): Promise<ResolvedSetup> {
  const { client, cluster } = scope;
  return resolveSetup(client, namespaceOf(scope), spec, signal, () => readTemplateData(client, cluster, signal));
}

function formatOf({ format }: KubeadmConfigSpec): string {
  return format ?? "cloud-config";
}

function namespaceOf({ object }: Scope): string {
  return object.metadata.namespace;
}

// The cache's object is read-only; what is rendered from it is this copy. Upstream's CRD admits an object without spec.
function specOf({ object }: Scope): KubeadmConfigSpec {
  return structuredClone((object.spec as KubeadmConfigSpec | undefined) ?? {});
}
