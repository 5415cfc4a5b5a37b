import { contractVersions, groups, type PolicyRule, type Violation, violation } from "@capstan/contract";
import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import { buildDefinition } from "../../define/build-definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "../../define/definition-options.ts";
import { refuseIfAny } from "../../define/refuse-if-any.ts";
import type { KindTraits } from "../../definition/kind-traits.ts";
import { countViolations, uncountedViolations } from "./count-violations.ts";
import { kubeconfigViolations } from "./kubeconfig-violations.ts";

function controlPlaneTraits(hasReplicas: boolean): KindTraits {
  return {
    condition: { type: "Initialized", reason: "Initialized", lasting: true },
    success: { type: "controlPlaneInitialized", demands: {} },
    secrets: "write",
    violationsOf: (outcome, reported) => [
      ...kubeconfigViolations(outcome),
      ...(hasReplicas ? countViolations(outcome, reported) : uncountedViolations(outcome)),
    ],
  };
}

/** Options of a ControlPlane kind. */
export interface ControlPlaneDefinitionOptions<
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
> extends DefinitionOptions<"ControlPlane", Versions, Storage> {
  /**
   * Whether users set the number of control plane instances (rule CP-004). The kind then has `spec.replicas`, the counters in status and
   * the scale subresource. Default: false; the kind has no such fields.
   */
  readonly replicas?: boolean;
  /**
   * Whether the control plane consists of Machines (rule CP-006), which a `MachineControlPlaneReconciler` creates. The kind then has
   * `spec.machineTemplate`, `spec.rollout.after` and all fields of `replicas`. Requires contract v1beta2. Default: false.
   */
  readonly machines?: boolean;
}

/**
 * Defines the kind of a control plane provider (a ControlPlane). Type, Template, CRDs and validator come from one schema per version.
 *
 * @throws {@link DefinitionError} the kind or its versions cannot keep the contract; never retried.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
 *
 * @example
 * ```ts
 * import { defineControlPlane, Type } from "@capstan/provider";
 *
 * export const HelloControlPlane = defineControlPlane({
 *   kind: "HelloControlPlane",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ plan: Type.String() }) } },
 * });
 * ```
 */
export function defineControlPlane<
  const Versions extends ProviderVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: ControlPlaneDefinitionOptions<Versions, Storage> &
    ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): DefinitionOf<"ControlPlane", Versions, Storage> {
  const { machines = false } = options;
  const replicas = machines || options.replicas === true;
  if (machines) refuseIfAny(options.kind, versionsWithoutMachines(options.versions));
  return buildDefinition<"ControlPlane", Versions, Storage>("ControlPlane", controlPlaneTraits(replicas), options, {
    roleOptions: new Set([...(replicas ? ["replicas"] : []), ...(machines ? ["machines"] : [])]),
    permissions: machines ? machinePermissions : [],
  });
}

/** The contract has no place for the template of the Machines before v1beta2, so such a version would lose it. */
function versionsWithoutMachines(versions: ProviderVersions): Violation[] {
  const [newest] = contractVersions;
  return Object.entries(versions).flatMap(([name, { contract }]) =>
    [contract].flat().includes(newest)
      ? []
      : [
          violation("CP-006", {
            path: `versions.${name}.contract`,
            expected: `${newest}, because of machines`,
            actual: contract,
          }),
        ],
  );
}

/** Creates Machines with the objects behind them, from templates of any infrastructure provider of the group of the contract. */
const machinePermissions: readonly PolicyRule[] = [
  { apiGroups: [groups.core], resources: ["machines"], verbs: ["get", "list", "watch", "create", "patch", "delete"] },
  { apiGroups: [groups.core], resources: ["machines/status"], verbs: ["get", "patch"] },
  { apiGroups: [groups.infrastructure], resources: ["*"], verbs: ["get", "create", "patch"] },
  { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["get"] },
];
