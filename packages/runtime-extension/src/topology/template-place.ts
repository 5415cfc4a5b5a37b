import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { isJsonObject } from "@capstan/kube";
import type { Builtins, HolderReference, Variable } from "../hooks/hook-types.generated.ts";

/** A place in a topology where a template is used. */
export interface TemplatePlace {
  /** The object that uses the template, and its field. */
  readonly holder: HolderReference;
  /** The variables that hold there, by name: those of the Cluster, overridden by those of the place. Without `builtin`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The builtin variables: facts about the Cluster, and about the place. */
  readonly builtin: Builtins;
}

/** A template in a request of GeneratePatches or ValidateTopology, with its place. */
export interface PlacedTemplate extends TemplatePlace {
  /** The template, as stored. */
  readonly object: DeepReadonly<KubernetesObject>;
  /** Connects the template with its patch; only in GeneratePatches. */
  readonly uid?: string;
}

/** The part of a request that {@link placedTemplates} reads. */
export interface TemplatesRequest {
  /** The variables of the Cluster. */
  readonly variables?: readonly Variable[];
  /** The templates. */
  readonly items: readonly {
    readonly uid?: string;
    readonly holderReference: HolderReference;
    readonly object: DeepReadonly<KubernetesObject>;
    readonly variables?: readonly Variable[];
  }[];
}

/**
 * The templates of a request, in its order, each with the variables that hold there. Pure.
 *
 * @example
 * ```ts
 * import { placedTemplates } from "@capstan/runtime-extension";
 *
 * console.log(placedTemplates({ items: [] })); // []
 * ```
 */
export function placedTemplates({ variables = [], items }: TemplatesRequest): PlacedTemplate[] {
  const global = valuesOf(variables);
  return items.map(({ uid, object, holderReference, variables: own = [] }) => {
    const { builtin: globalBuiltin, ...ofCluster } = global;
    const { builtin: ownBuiltin, ...ofPlace } = valuesOf(own);
    return {
      ...(uid === undefined ? {} : { uid }),
      object,
      holder: holderReference,
      variables: { ...ofCluster, ...ofPlace },
      builtin: merged(globalBuiltin ?? {}, ownBuiltin ?? {}) as Builtins,
    };
  });
}

function valuesOf(variables: readonly Variable[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

/** The builtin variables of a place have only the facts about the place. */
function merged(global: unknown, own: unknown): unknown {
  if (!isJsonObject(global) || !isJsonObject(own)) return own;
  const fields = Object.entries(own).map(([name, value]) => [
    name,
    name in global ? merged(global[name], value) : value,
  ]);
  return { ...global, ...Object.fromEntries(fields) };
}
