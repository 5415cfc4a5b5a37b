import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { limitRanges, persistentVolumeClaims, pods } from "../registry/built-in/built-ins.ts";
import { resourceName } from "../registry/resource.ts";
import { forbidden } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Attributes } from "./attributes.ts";
import { brokenClaimLimits, brokenLimits } from "./limit-constraints.ts";
import { podResources, type ResourceList, resourcesAt, withMissing } from "../object/resource-list.ts";

/** Applies the admission plugin LimitRanger to a write: containers get the default requests and limits of LimitRanges. */
export function withLimitRanges(store: Store, attributes: Attributes): Attributes {
  const { object, target } = attributes;
  if (object === undefined || target.resource.id !== pods.id) return attributes;
  const changed = rangesFor(store, attributes).reduce(withDefaults, object);
  return changed === object ? attributes : { ...attributes, object: changed };
}

/** @throws StatusError Forbidden: a Pod or PersistentVolumeClaim violates a LimitRange. */
export function validateByLimitRanges(store: Store, attributes: Attributes): void {
  const { object, target, name } = attributes;
  if (object === undefined) return;
  for (const range of rangesFor(store, attributes)) {
    const items = listAt(range, "spec", "limits");
    const broken = items.flatMap((item) =>
      target.resource.id === pods.id ? brokenByPod(item, object) : brokenByClaim(item, object),
    );
    const problems = [...new Set(broken)];
    const [first] = problems;
    if (first === undefined) continue;
    throw forbidden(resourceName(target.resource), name, problems.length === 1 ? first : `[${problems.join(", ")}]`);
  }
}

/** Containers of a Pod are immutable, unless it is resized. */
function rangesFor(store: Store, { operation, target, namespace, oldObject }: Attributes): readonly ApiObject[] {
  const { resource, subresource } = target;
  const isPod = resource.id === pods.id;
  const isResize = isPod && operation === "UPDATE" && subresource === "resize";
  const isWrite = subresource === undefined && (operation === "CREATE" || (operation === "UPDATE" && !isPod));
  if (!isResize && !(isWrite && (isPod || resource.id === persistentVolumeClaims.id))) return [];
  return oldObject?.metadata.deletionTimestamp === undefined ? store.collection(limitRanges.id).list(namespace) : [];
}

const annotation = "kubernetes.io/limit-ranger";

function withDefaults(pod: ApiObject, range: ApiObject): ApiObject {
  const items = listAt(range, "spec", "limits").filter((item) => textAt(item, "type") === "Container");
  const all = (field: string): ResourceList =>
    items.reduce<ResourceList>((found, item) => ({ ...found, ...resourcesAt(item, field) }), {});
  const defaults = { requests: all("defaultRequest"), limits: all("default") };
  const notes: string[] = [];
  const filled = (field: string, what: string): object => {
    const containers = listAt(pod, "spec", field);
    return containers.length === 0
      ? {}
      : { [field]: containers.map((container) => withResources(container, defaults, { what, notes })) };
  };
  const spec = {
    ...objectAt(pod, "spec"),
    ...filled("containers", "container"),
    ...filled("initContainers", "init container"),
  };
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${notes.join("; ")}` };
  return withMetadata({ ...pod, spec }, { annotations });
}

function withResources(
  container: unknown,
  defaults: { readonly requests: ResourceList; readonly limits: ResourceList },
  { what, notes }: { readonly what: string; readonly notes: string[] },
): unknown {
  if (!isJsonObject(container)) return container;
  const own = objectAt(container, "resources") ?? {};
  const requests = withMissing(own.requests, defaults.requests);
  const limits = withMissing(own.limits, defaults.limits);
  const name = textAt(container, "name") ?? "";
  if (requests.added.length > 0) notes.push(`${requests.added.join(", ")} request for ${what} ${name}`);
  if (limits.added.length > 0) notes.push(`${limits.added.join(", ")} limit for ${what} ${name}`);
  if (requests.added.length + limits.added.length === 0) return container;
  const shown = (list: ResourceList, field: string): object =>
    Object.keys(list).length === 0 ? {} : { [field]: list };
  return { ...container, resources: { ...own, ...shown(limits.list, "limits"), ...shown(requests.list, "requests") } };
}

function brokenByPod(item: unknown, pod: ApiObject): string[] {
  const type = textAt(item, "type");
  if (type === "Pod") {
    return brokenLimits(item, { requests: podResources(pod, "requests"), limits: podResources(pod, "limits") });
  }
  if (type !== "Container") return [];
  return ["containers", "initContainers"].flatMap((field) =>
    listAt(pod, "spec", field).flatMap((container) =>
      brokenLimits(item, {
        requests: resourcesAt(container, "resources", "requests"),
        limits: resourcesAt(container, "resources", "limits"),
      }),
    ),
  );
}

function brokenByClaim(item: unknown, claim: ApiObject): string[] {
  return textAt(item, "type") === "PersistentVolumeClaim" ? brokenClaimLimits(item, claim) : [];
}
