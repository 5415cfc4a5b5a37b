import { fieldsOf, readKubernetesVersion } from "@capstan/kube";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import { waitForClusterInfrastructure } from "../../finding/cluster-infrastructure.ts";
import { type ClusterOwners, findClusterOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { WaitingFor } from "../../finding/waiting-for.ts";
import { findingOf } from "../../finding/finding-of.ts";
import { clusterScope, providerScope } from "../../scope/provider-scope.ts";
import type { Finding } from "../../finding/finding.ts";
import { derivedFacts } from "./facts.ts";
import { keepKubeconfig, keepSecretOutOfWords } from "./kubeconfig-secret.ts";
import type { ControlPlaneFacts, ControlPlaneOutcome } from "./outcome.ts";
import type { Visit } from "../../visit/visit.ts";
import type { ControlPlaneScope } from "./scope.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";

/** The required and optional methods of the author's reconciler. */
export interface ControlPlaneAuthor<D extends ProviderDefinition<"ControlPlane">> {
  readonly definition: D;
  reconcileControlPlane(
    scope: ControlPlaneScope<D>,
    signal: AbortSignal,
  ): Promise<ControlPlaneOutcome> | ControlPlaneOutcome;
  deleteControlPlane?(
    scope: DeletionScope<Omit<ControlPlaneScope<D>, "waitForInfrastructure">>,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> | DeletionOutcome;
}

/** The behavior of a ControlPlane in the lifecycle. */
export function controlPlaneBehavior<D extends ProviderDefinition<"ControlPlane">>(
  reconciler: ControlPlaneAuthor<D>,
): Behavior<ClusterOwners> {
  const { definition } = reconciler;
  return {
    keepsFinalizer: reconciler.deleteControlPlane !== undefined,
    findOwners: findClusterOwners,
    async provide(visit) {
      const { cluster } = visit.owners;
      const scope = {
        ...providerScope(definition, visit),
        ...clusterScope(cluster),
        version: wantedVersion(visit.object),
        waitForInfrastructure: () => {
          const waiting = waitForClusterInfrastructure(cluster);
          if (waiting !== undefined) throw new WaitingFor(waiting.reason, waiting.message);
        },
      };
      return reportedFinding(definition, visit, await reconciler.reconcileControlPlane(scope, visit.signal));
    },
    async remove(visit) {
      const { cluster } = visit.owners;
      const scope = { ...providerScope(definition, visit), cluster, version: wantedVersion(visit.object) };
      return (await reconciler.deleteControlPlane?.(scope, visit.signal)) ?? commonOutcomes.deleted();
    },
  };
}

async function reportedFinding(
  definition: ProviderDefinition,
  visit: Visit<ClusterOwners>,
  answer: ControlPlaneOutcome,
): Promise<Finding> {
  const { kubeconfig } = fieldsOf(answer);
  if (typeof kubeconfig === "string") keepSecretOutOfWords(visit, kubeconfig);
  const { object } = visit;
  const said = answer as ControlPlaneFacts & ControlPlaneOutcome;
  const finding = findingOf(definition, checkedOutcome(definition, object, answer));
  if (finding.facts === undefined) return finding;
  const facts = { ...finding.facts, ...derivedFacts(object, visit.owners.cluster.metadata.name, said) };
  const isReported = finding.progress === "provisioned";
  if (!isReported && said.kubeconfig === undefined) return { ...finding, facts };
  const obstacle = await keepKubeconfig(visit, said.kubeconfig);
  return { ...finding, ...obstacle, facts };
}

/** The desired version in the form that the contract requires of providers: users may omit the `v` (rule CP-005). */
function wantedVersion({ spec }: CachedObject): string | undefined {
  const { version } = fieldsOf(spec);
  if (typeof version !== "string" || version === "") return undefined;
  return version.startsWith("v") || readKubernetesVersion(version) === undefined ? version : `v${version}`;
}
