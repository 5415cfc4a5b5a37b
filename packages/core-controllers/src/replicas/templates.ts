import {
  type Cluster,
  type DeepReadonly,
  type KubernetesObject,
  type MachineDeployment,
  type MachineSet,
} from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { type Client, isNotFound, patchChanges, setOwnerReference } from "@capstan/runtime";
import { type MachineTemplate } from "./template-difference.ts";
import { type ReferenceTracker } from "../references/reference-tracker.ts";
import { type FoundReference, type ObservedReference, type Reference } from "../references/reference.ts";
import { matchesSelector } from "../kit/label-selector.ts";
import { clusterOwner } from "../kit/owner-references.ts";

/** The observed templates of Machines. */
export interface ObservedTemplates {
  /** `undefined`: the user provides the bootstrap data Secret. */
  readonly bootstrap: ObservedReference | undefined;
  readonly infrastructure: ObservedReference;
}

/** The templates that `spec.template` of a MachineSet or MachineDeployment refers to. */
export function templateReferences({ spec }: MachineTemplate): Reference[] {
  const { configRef } = spec.bootstrap;
  return [...(configRef === undefined ? [] : [configRef]), spec.infrastructureRef];
}

/** Looks up the templates of a set, and starts watches of their kinds. */
export function observeTemplates<Set extends MachineSet | MachineDeployment>(
  references: ReferenceTracker<Set>,
  set: DeepReadonly<MachineSet | MachineDeployment>,
): ObservedTemplates {
  const { bootstrap, infrastructureRef } = set.spec.template.spec;
  const resolve = (reference: Reference, path: string) =>
    references.resolve({ ...reference, path: `spec.template.spec.${path}` }, set.metadata.namespace);
  return {
    bootstrap: bootstrap.configRef === undefined ? undefined : resolve(bootstrap.configRef, "bootstrap.configRef"),
    infrastructure: resolve(infrastructureRef, "infrastructureRef"),
  };
}

/** Whether it is too early to report anything about the templates. */
export function arePending({ bootstrap, infrastructure }: ObservedTemplates): boolean {
  return bootstrap?.state === "pending" || infrastructure.state === "pending";
}

/** Why no Machine can be created from the templates, one sentence each. */
export interface TemplateProblems {
  readonly bootstrap: readonly string[];
  readonly infrastructure: readonly string[];
}

/** Determines why no Machine can be created from the templates. */
export function templateProblems({ spec }: MachineTemplate, observed: ObservedTemplates): TemplateProblems {
  const { configRef } = spec.bootstrap;
  return {
    bootstrap:
      configRef === undefined || observed.bootstrap === undefined ? [] : problemOf(configRef, observed.bootstrap),
    infrastructure: problemOf(spec.infrastructureRef, observed.infrastructure),
  };
}

function problemOf({ kind, name }: Reference, observed: ObservedReference): string[] {
  if (observed.state === "unresolved") return [observed.message];
  return observed.state === "found" ? [] : [`${kind} ${name} does not exist`];
}

/** Why the Machines of a template would belong to another set: its selector does not match their labels. */
export function selectorProblems(
  selector: DeepReadonly<MachineSet["spec"]["selector"]>,
  templateLabels: Readonly<Record<string, string>> | undefined,
): string[] {
  return matchesSelector(selector, templateLabels)
    ? []
    : ["spec.selector does not match the labels in spec.template.metadata.labels"];
}

/** Makes the Cluster an owner of the templates, so that they are deleted with it and `clusterctl move` includes them. */
export async function ownTemplates(
  client: Client,
  { bootstrap, infrastructure }: ObservedTemplates,
  cluster: Pick<DeepReadonly<Cluster>, "metadata">,
  signal: AbortSignal,
): Promise<void> {
  for (const template of [bootstrap, infrastructure]) {
    if (template?.state === "found") await own(client, template, cluster, signal);
  }
}

async function own(
  client: Client,
  { kind, object }: FoundReference,
  cluster: Pick<DeepReadonly<Cluster>, "metadata">,
  signal: AbortSignal,
): Promise<void> {
  if (object.metadata.deletionTimestamp !== undefined || !kind.kind.endsWith("Template")) return;
  const after = deepCopy<KubernetesObject>(object);
  after.metadata = setOwnerReference(after.metadata, clusterOwner(cluster));
  try {
    await patchChanges(client, kind, object, after, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
