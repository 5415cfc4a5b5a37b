import { type Violation, violation } from "@capstan/contract";
import type { JsonObject } from "@capstan/kube";
import { textViolations } from "../../check/text-violations.ts";
import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import { buildDefinition } from "../../define/build-definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "../../define/definition-options.ts";
import type { KindTraits } from "../../definition/kind-traits.ts";

/** How the SDK treats bootstrap configs. */
export const bootstrapConfigTraits: KindTraits = {
  condition: { type: "DataSecretAvailable", reason: "Available" },
  success: { type: "data", demands: {} },
  secrets: "write",
  violationsOf: dataViolations,
};

/** Options of a BootstrapConfig kind. */
export interface BootstrapDefinitionOptions<
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
> extends DefinitionOptions<"BootstrapConfig", Versions, Storage> {
  /**
   * Whether MachinePools may own configs, in addition to Machines (rule BC-024). The reconciler then needs `reconcilePoolBootstrap`, the
   * SDK watches MachinePools, and its role may read them. The management cluster need not have MachinePools. Default: false; configs of
   * MachinePools are ignored.
   */
  readonly machinePools?: boolean;
}

/**
 * Defines the kind of a bootstrap provider (a BootstrapConfig). Type, Template, CRDs and validator come from one schema per version.
 *
 * @throws {@link DefinitionError} the kind or its versions cannot keep the contract; never retried.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/bootstrap-config
 *
 * @example
 * ```ts
 * import { defineBootstrapConfig, Type } from "@capstan/provider";
 *
 * export const ShellConfig = defineBootstrapConfig({
 *   kind: "ShellConfig",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ commands: Type.Array(Type.String()) }) } },
 * });
 * ```
 */
export function defineBootstrapConfig<
  const Versions extends ProviderVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: BootstrapDefinitionOptions<Versions, Storage> &
    ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): DefinitionOf<"BootstrapConfig", Versions, Storage> {
  return buildDefinition<"BootstrapConfig", Versions, Storage>("BootstrapConfig", bootstrapConfigTraits, options, {
    owners: options.machinePools === true ? ["Machine", "MachinePool"] : ["Machine"],
  });
}

/** The size limit of all keys of a Secret together, in bytes. */
const secretLimitBytes = 1024 * 1024;

/** Checks that bootstrap data is not empty and fits into a Secret (rule BS-005). */
function dataViolations({ type, data, format }: JsonObject): Violation[] {
  if (type !== "data") return [];
  const bytes = typeof data === "string" ? Buffer.byteLength(data, "utf8") : undefined;
  const most = secretLimitBytes - (typeof format === "string" ? Buffer.byteLength(format, "utf8") : 0);
  const fits = bytes !== undefined && bytes > 0 && bytes <= most;
  // The violation must not quote the data, because it is secret.
  const found = bytes === undefined ? typeof data : `${bytes} bytes`;
  const expected = `bootstrap data of 1 to ${most} bytes`;
  return [
    ...(fits ? [] : [violation("BS-005", { path: "Secret.data.value", expected, actual: found })]),
    ...(format === undefined ? [] : textViolations("BS-005", "Secret.data.format", format, 64)),
  ];
}
