import { ownerOfKind, Cluster, groups, labels } from "@capstan/contract";
import { Controller, forKind, type Manager, requestFor } from "@capstan/runtime";
import { DefinitionError } from "../../definition/definition-error.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { type ObjectsOfCluster, owningClusterSource } from "../../related/cluster-source.ts";
import { reportsCapacity } from "./definition.ts";
import type { TemplateAuthor } from "./template-author.ts";
import { TemplateReconciler } from "./template-reconciler.ts";

/**
 * Adds the controller of the Templates, if the definition has the option `templateCapacity`.
 *
 * @throws DefinitionError - the definition has the option and the reconciler no such method, or the reverse.
 */
export function addTemplateController<D extends ProviderDefinition, C extends ProviderDefinition<"InfraCluster">>(
  manager: Manager,
  author: TemplateAuthor<D, C>,
): void {
  const { definition, reconcileTimeoutMs } = author;
  const { kind, templateKind } = definition;
  if (reportsCapacity(definition) !== (author.templateCapacity !== undefined)) {
    const remedy = reportsCapacity(definition)
      ? `The definition of ${kind.kind} has the option templateCapacity; add the method templateCapacity to its reconciler.`
      : `The reconciler of ${kind.kind} has a method templateCapacity; set the option templateCapacity: true in its definition.`;
    throw new DefinitionError(remedy);
  }
  if (author.templateCapacity === undefined) return;
  const reconciler = new TemplateReconciler(manager, author);
  manager.add(
    new Controller({
      name: templateKind.kind.toLowerCase(),
      reconciler,
      sources: [
        forKind(templateKind, { predicate: reconciler.isNews }),
        owningClusterSource(templatesOfCluster(manager, definition)),
        ...reconciler.readSources,
      ],
      ...(reconcileTimeoutMs === undefined ? {} : { reconcileTimeoutMs }),
    }),
  );
}

/** Core makes the Cluster an owner of the Templates that its MachineDeployments and MachineSets name. */
function templatesOfCluster({ cache }: Manager, { templateKind }: ProviderDefinition): ObjectsOfCluster {
  const byCluster = cache
    .informer(templateKind)
    .addIndex("capstan-provider/cluster", (template) => clustersOf(template as CachedObject));
  return (namespace, cluster) => byCluster.in(namespace, cluster).map(requestFor);
}

function clustersOf(template: CachedObject): string[] {
  const names = [
    ownerOfKind(template, groups.core, Cluster.kind)?.name,
    template.metadata.labels?.[labels.clusterName],
  ];
  return [...new Set(names.filter((name) => name !== undefined))];
}
