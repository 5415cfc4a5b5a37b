import { apiVersionOf } from "@capstan/kube";
import { pluralOf } from "../crd/plural-of.ts";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type ObjectMeta, type OwnerReference } from "../kubernetes/object-meta.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { annotations } from "../names/annotations.ts";
import { labels } from "../names/labels.ts";

/** The fields of the Machine for which an object is created. */
interface ClonedFor {
  readonly metadata: DeepReadonly<Pick<ObjectMeta, "name" | "namespace" | "labels" | "annotations">>;
  readonly spec: { readonly clusterName: string };
}

/** The object behind a Machine, created from a template. */
export interface Clone {
  /** The kind of the object, without `Template`. */
  readonly kind: ResourceKind;
  /** The object to create. */
  readonly object: KubernetesObject;
}

interface Template extends KubernetesObject {
  spec?: { template?: { metadata?: Partial<ObjectMeta> } & Record<string, unknown> };
}

/**
 * Creates the object for a Machine from a template: `spec.template` under the Machine's name, with its labels and annotations and the
 * annotations that name the template. Without `spec.template`, the object has no spec.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine#inframachinetemplate
 */
export function cloneTemplate(
  template: { readonly kind: ResourceKind; readonly object: DeepReadonly<KubernetesObject> },
  machine: ClonedFor,
  owner: OwnerReference,
): Clone {
  const { name, namespace } = machine.metadata;
  const { metadata, ...content } = structuredClone(
    (template.object as DeepReadonly<Template>).spec?.template ?? {},
  ) as {
    metadata?: Partial<ObjectMeta>;
  } & Record<string, unknown>;
  const kind = cloneKind(template.kind);
  return {
    kind,
    object: {
      ...content,
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: {
        name,
        namespace,
        labels: {
          ...metadata?.labels,
          ...machine.metadata.labels,
          [labels.clusterName]: machine.spec.clusterName,
        },
        annotations: {
          ...metadata?.annotations,
          ...machine.metadata.annotations,
          [annotations.clonedFromName]: template.object.metadata.name,
          [annotations.clonedFromGroupKind]: `${template.kind.kind}.${template.kind.group}`,
        },
        ownerReferences: [owner],
      },
    },
  };
}

function cloneKind(template: ResourceKind): ResourceKind {
  const kind = kindOfClone(template.kind);
  return { ...template, kind, plural: pluralOf(kind) };
}

/** The kind of the objects that a template kind creates. */
export function kindOfClone(templateKind: string): string {
  return templateKind.replace(/Template$/, "");
}
