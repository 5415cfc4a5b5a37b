import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf, deepCopy, groupOfApiVersion, objectAt } from "@capstan/kube";
import { HookError } from "../define/hook-error.ts";
import type { GeneratePatchesResponseItem } from "../hooks/hook-types.generated.ts";
import { newMetadataProblem } from "./metadata-problem.ts";
import { unpatchableChange } from "./patchable-fields.ts";
import { patchBetween, type PatchType } from "./encoded-patch.ts";
import { placedTemplates, type PlacedTemplate, type TemplatePlace, type TemplatesRequest } from "./template-place.ts";

/** Which templates a patch is for. */
export interface TemplateSelector<Template extends KubernetesObject> {
  /** The kind of the templates. Templates of this kind in another version are refused: their fields may mean something else. */
  readonly kind: Pick<ResourceKind<Template>, "group" | "version" | "kind">;
  /** The kinds of the objects that use the templates, such as Cluster or MachineDeployment. Default: every kind. */
  readonly holders?: readonly string[];
  /** Chooses among these. Default: all. */
  readonly where?: (place: TemplatePlace) => boolean;
}

/** A change of templates, made by {@link templatePatch}. */
export interface TemplatePatch {
  /** Which templates it is for. */
  readonly selector: TemplateSelector<KubernetesObject>;
  /** Changes a copy of a template. */
  readonly change: (template: KubernetesObject, place: TemplatePlace) => void;
}

/**
 * Describes a change of templates for {@link patchTemplates}.
 *
 * @param change - changes the template that it gets, which is a copy. It must be a function of the template and the place alone.
 *
 * @example
 * ```ts
 * import { templatePatch } from "@capstan/runtime-extension";
 *
 * interface HelloMachineTemplate {
 *   apiVersion: string;
 *   kind: string;
 *   metadata: { name: string; uid: string };
 *   spec: { template: { spec: { size?: string } } };
 * }
 * const kind = { group: "infrastructure.cluster.x-k8s.io", version: "v1beta1", kind: "HelloMachineTemplate" };
 * export const sizes = templatePatch<HelloMachineTemplate>({ kind, holders: ["MachineDeployment"] }, (template) => {
 *   template.spec.template.spec.size = "large";
 * });
 * ```
 */
export function templatePatch<Template extends KubernetesObject>(
  selector: TemplateSelector<Template>,
  change: (template: Template, place: TemplatePlace) => void,
): TemplatePatch {
  return { selector, change: change as TemplatePatch["change"] };
}

/**
 * The patches of a request of GeneratePatches: for each template those that are for it, applied one after the other. A template that does
 * not change gets no patch, so that a second call, with the patched templates, answers nothing. Pure.
 *
 * @param patchType - the format of the patches. Default: JSONPatch.
 * @throws HookError - a template is of another version than its patch or has no `spec.template.spec`, or a patch changes a field that the core does not let it change, or sets a label or annotation that the API server refuses.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension, patchTemplates } from "@capstan/runtime-extension";
 *
 * export const hello = defineRuntimeExtension({
 *   name: "hello",
 *   hooks: { GeneratePatches: (request) => patchTemplates(request, []) },
 * });
 * ```
 */
export function patchTemplates(
  request: TemplatesRequest,
  patches: readonly TemplatePatch[],
  patchType: PatchType = "JSONPatch",
): { items: GeneratePatchesResponseItem[] } {
  const items = placedTemplates(request).flatMap((placed) => {
    const patch = patchBetween(placed.object, changed(placed, patches), patchType);
    return patch === undefined ? [] : [{ uid: placed.uid ?? "", ...patch }];
  });
  return { items };
}

function changed(placed: PlacedTemplate, patches: readonly TemplatePatch[]): DeepReadonly<KubernetesObject> {
  const applying = patches.filter(({ selector }) => isFor(selector, placed));
  if (applying.length === 0) return placed.object;
  const copy = deepCopy(placed.object) as KubernetesObject;
  for (const { selector, change } of applying) {
    refuseOtherVersion(selector, placed);
    refuseWithoutSpec(placed);
    change(copy, placed);
  }
  const refused = unpatchableChange(placed.object, copy, placed.holder.kind);
  if (refused !== undefined) {
    throw new HookError(
      `A patch of ${placed.object.kind} changes ${refused}; the core takes only changes of spec.template.spec and of labels and annotations, for a ${placed.holder.kind} those in spec.template`,
    );
  }
  const problem = newMetadataProblem(placed.object, copy);
  if (problem !== undefined) {
    throw new HookError(`A patch of ${placed.object.kind} sets metadata that the API server refuses: ${problem}`);
  }
  return copy;
}

function isFor({ kind, holders, where }: TemplateSelector<KubernetesObject>, placed: PlacedTemplate): boolean {
  const { object, holder } = placed;
  const isOfKind = object.kind === kind.kind && groupOfApiVersion(object.apiVersion) === kind.group;
  return isOfKind && (holders?.includes(holder.kind) ?? true) && (where?.(placed) ?? true);
}

function refuseOtherVersion({ kind }: TemplateSelector<KubernetesObject>, { object }: PlacedTemplate): void {
  if (object.apiVersion === apiVersionOf(kind)) return;
  throw new HookError(
    `${object.kind} is in ${object.apiVersion}; this extension patches ${apiVersionOf(kind)}. Name that version in the ClusterClass.`,
  );
}

/** The types of authors promise it. */
function refuseWithoutSpec({ object }: PlacedTemplate): void {
  if (objectAt(object, "spec", "template", "spec") !== undefined) return;
  throw new HookError(
    `${object.kind} ${object.metadata.name} has no spec.template.spec; set it in the template of the ClusterClass`,
  );
}
