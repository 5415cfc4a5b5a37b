import {
  type AuthorCondition,
  BootstrapConfigReconciler,
  type BootstrapOutcome,
  type PoolBootstrapRefresh,
  conditionTypes,
  isConditionTrue,
  outcome,
} from "@capstan/provider";
import { findContradictions } from "../../api/admission/contradictions.ts";
import { KubeadmConfig } from "../../api/kubeadm-config.ts";
import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import { type InitLockState, acquireInitLock } from "../../lock/init-lock.ts";
import { OneAtATime } from "../../lock/one-at-a-time.ts";
import { fieldsWithoutEffect } from "../../render/kubeadm/unsupported-fields.ts";
import { kubeadmApiVersion } from "../../render/kubeadm/kubernetes-version.ts";
import { defaultTokenTtlMs } from "../../tokens/token-ttl.ts";
import { certificatesAvailable } from "./bootstrap-data-outcome.ts";
import { type BootstrapDecision, decideBootstrap } from "./decision.ts";
import { discoveryNeeds, formatEndpoint } from "./discovery.ts";
import { explainError, workloadRetryMs } from "./explain-error.ts";
import { giveUp, initialize } from "./initialize.ts";
import { Join } from "./join.ts";
import {
  type KubeadmScope,
  type MachineScope,
  type PoolScope,
  type Subject,
  machineSubject,
  poolSubject,
  resolveSetupOf,
  specOf,
} from "./kubeadm-scope.ts";
import { TokensOfConfigs } from "./tokens-of-configs.ts";
import { WorkloadUnavailableError } from "./with-workload.ts";

/** Options of the reconciler, all with defaults. */
export interface KubeadmConfigReconcilerOptions {
  /** TTL of a bootstrap token, in milliseconds, extended until its machine has joined. Default: 15 minutes. */
  readonly tokenTtlMs?: number;
}

/**
 * Renders the bootstrap data of machines that run kubeadm: the first initializes the control plane, the others join.
 *
 * @example
 * ```ts
 * import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
 * import { runProvider } from "@capstan/provider";
 *
 * await runProvider({ name: "kubeadm", reconcilers: [new KubeadmConfigReconciler({ tokenTtlMs: 30 * 60_000 })] });
 * ```
 */
export class KubeadmConfigReconciler extends BootstrapConfigReconciler<typeof KubeadmConfig> {
  readonly definition = KubeadmConfig;
  /** As in the Go kubeadm provider. */
  override readonly concurrency = 100;
  readonly #tokens: TokensOfConfigs;
  readonly #join = new Join();
  readonly #initLock = new OneAtATime();

  constructor(options: KubeadmConfigReconcilerOptions = {}) {
    super();
    this.#tokens = new TokensOfConfigs(options.tokenTtlMs ?? defaultTokenTtlMs);
  }

  /** See {@link KubeadmConfigReconcilerOptions.tokenTtlMs}. A change affects tokens that are created or extended afterwards. */
  get tokenTtlMs(): number {
    return this.#tokens.ttlMs;
  }

  /** A change affects tokens that are created or extended afterwards. */
  set tokenTtlMs(ttlMs: number) {
    this.#tokens.ttlMs = ttlMs;
  }

  /** Renders the bootstrap data of one Machine. */
  reconcileBootstrap(scope: MachineScope, signal: AbortSignal): Promise<BootstrapOutcome> {
    return this.#reconcile(scope, machineSubject(scope), signal);
  }

  /** Renders the bootstrap data of a MachinePool. Its machines are joining workers, all with the same data. */
  override reconcilePoolBootstrap(scope: PoolScope, signal: AbortSignal): Promise<BootstrapOutcome> {
    return this.#reconcile(scope, poolSubject(scope), signal);
  }

  /** Keeps the token alive while the machine has its data and has not joined. */
  override async refreshBootstrap(scope: MachineScope, signal: AbortSignal) {
    const decision = decide(scope, specOf(scope), machineSubject(scope), undefined);
    if (decision.action !== "join" || !needsToken(scope)) return undefined;
    const retryAfterMs = await unlessUnavailable(() => this.#tokens.refresh(scope, signal));
    if (retryAfterMs !== undefined) return { retryAfterMs };
    // The machine that initialized the control plane never had a token. A missing token was revoked or has expired: recreating it would
    // undo an administrator's action.
    if (decision.role === "worker") {
      scope.logger.warn("The bootstrap token was deleted before the machine joined; replace the Machine");
    }
    return undefined;
  }

  /** Ensures that machines added to a pool boot with a valid token. */
  override async refreshPoolBootstrap(
    scope: PoolScope,
    data: string | undefined,
    signal: AbortSignal,
  ): Promise<PoolBootstrapRefresh> {
    const subject = poolSubject(scope);
    const spec = specOf(scope);
    if (decide(scope, spec, subject, undefined).action !== "join" || !needsToken(scope)) return undefined;
    const found = await unlessUnavailable(() => this.#tokens.ofPool(scope, data, signal));
    if (typeof found === "number") return { retryAfterMs: found };
    if ("nextLookMs" in found) return { retryAfterMs: found.nextLookMs };
    if (found.isInData) return { retryAfterMs: this.#tokens.checkIntervalMs };
    const tokens = { token: () => Promise.resolve(found.token), retryAfterMs: this.#tokens.checkIntervalMs };
    return await this.#join.data("worker", scope, spec, { ...subject, tokens, signal });
  }

  /** Data is stored only if all its certificates exist. */
  override conditionsOfStoredData(): readonly AuthorCondition[] {
    return [certificatesAvailable];
  }

  /** Lets another machine initialize the control plane if this machine's data cannot be stored. */
  override async dataRefused(scope: MachineScope, signal: AbortSignal): Promise<void> {
    await giveUp(scope, machineSubject(scope), signal);
  }

  async #reconcile(scope: KubeadmScope, subject: Subject, signal: AbortSignal): Promise<BootstrapOutcome> {
    const spec = specOf(scope);
    const contradictions = findContradictions(spec).map(({ path, message }) => `${path}: ${message}`);
    if (contradictions.length > 0) return outcome.failed("InvalidConfiguration", contradictions.join("; "));
    const decision = decide(scope, spec, subject, undefined);
    try {
      // Checked first, so that a machine that can never get data neither waits nor acquires the lock.
      kubeadmApiVersion(subject.kubernetesVersion, subject.versionPlace);
      return await this.#act(decision, scope, spec, subject, signal);
    } catch (error) {
      const certificatesMayCome = decision.action !== "join" && scope.cluster.spec.controlPlaneRef !== undefined;
      return explainError(error, { certificatesMayCome });
    }
  }

  async #act(
    decision: BootstrapDecision,
    scope: KubeadmScope,
    spec: KubeadmConfigSpec,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<BootstrapOutcome> {
    switch (decision.action) {
      case "wait": {
        const { reason, message, retryAfterMs, warning = false } = decision;
        return outcome.pending(reason, { message, warning, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
      }
      case "refuse":
        return outcome.failed(decision.reason, decision.message);
      case "acquire-init-lock": {
        // Input from the user is read first, because a machine that lacks it must not keep others from initializing.
        await resolveSetupOf(scope, spec, signal);
        const { cluster } = scope;
        const lock = await this.#initLock.run(cluster.metadata.uid ?? "", () =>
          acquireInitLock(scope.client, cluster, subject.machineName ?? "", signal),
        );
        return await this.#act(decide(scope, spec, subject, lock), scope, spec, subject, signal);
      }
      case "init":
        warnAboutFieldsWithoutEffect(scope, spec, subject, "init");
        return await initialize(scope, spec, subject, signal);
      case "join": {
        warnAboutFieldsWithoutEffect(scope, spec, subject, "join");
        const tokens = {
          token: () => this.#tokens.ensure(scope, signal),
          retryAfterMs: this.#tokens.checkIntervalMs,
        };
        return await this.#join.data(decision.role, scope, spec, { ...subject, tokens, signal });
      }
    }
  }
}

function decide(
  scope: KubeadmScope,
  spec: KubeadmConfigSpec,
  { controlPlane }: Subject,
  initLock: InitLockState | undefined,
): BootstrapDecision {
  return decideBootstrap({
    controlPlaneMachine: controlPlane,
    controlPlaneInitialized: isConditionTrue(scope.cluster, conditionTypes.controlPlaneInitialized),
    initLock,
    joinsControlPlane: spec.joinConfiguration?.controlPlane !== undefined,
    addressKnown:
      !discoveryNeeds(spec.joinConfiguration?.discovery).address ||
      formatEndpoint(scope.cluster.spec.controlPlaneEndpoint) !== undefined,
  });
}

function needsToken(scope: KubeadmScope): boolean {
  return discoveryNeeds(specOf(scope).joinConfiguration?.discovery).token;
}

/** An unresponsive cluster does not mean that the token is invalid: it is checked again soon. */
async function unlessUnavailable<Answer>(work: () => Promise<Answer>): Promise<Answer | number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkloadUnavailableError) return workloadRetryMs;
    throw error;
  }
}

function warnAboutFieldsWithoutEffect(
  scope: KubeadmScope,
  spec: KubeadmConfigSpec,
  { kubernetesVersion }: Subject,
  command: "init" | "join",
): void {
  const fields = fieldsWithoutEffect(spec, command, kubeadmApiVersion(kubernetesVersion));
  if (fields.length === 0) return;
  scope.logger.warn("Fields have no effect, because kubeadm of this Kubernetes version does not support them", {
    fields,
  });
}
