import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";

/** Sets fields of a PodSpec that depend on others: image pull policies, volumes without a source, the deprecated name of the account. */
export function completePodSpec(spec: JsonObject): JsonObject {
  const account = textAt(spec, "serviceAccountName") ?? textAt(spec, "serviceAccount");
  return replaced(spec, {
    volumes: mapped(spec.volumes, withSource),
    initContainers: mapped(spec.initContainers, withPullPolicy),
    containers: mapped(spec.containers, withPullPolicy),
    ephemeralContainers: mapped(spec.ephemeralContainers, withPullPolicy),
    serviceAccountName: account,
    serviceAccount: account,
  });
}

/** `object` with the PodSpec at a path completed. */
export function completeTemplate<Value extends JsonObject>(object: Value, ...path: readonly string[]): Value {
  const [step = "", ...rest] = path;
  const inner = object[step];
  if (!isJsonObject(inner)) return object;
  return { ...object, [step]: rest.length === 0 ? completePodSpec(inner) : completeTemplate(inner, ...rest) };
}

/** The default requests of a running Pod are its limits. */
export function withRequests(spec: JsonObject): JsonObject {
  const fill = (container: JsonObject): JsonObject => {
    const resources = objectAt(container, "resources") ?? {};
    const limits = objectAt(resources, "limits");
    if (limits === undefined) return container;
    return {
      ...container,
      resources: { limits, ...resources, requests: { ...limits, ...objectAt(resources, "requests") } },
    };
  };
  return replaced(spec, {
    initContainers: mapped(spec.initContainers, fill),
    containers: mapped(spec.containers, fill),
  });
}

/** Replaces existing fields; undefined leaves a field unchanged. */
function replaced(object: JsonObject, fields: JsonObject): JsonObject {
  const stated = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...object, ...Object.fromEntries(stated) };
}

function mapped(list: unknown, map: (item: JsonObject) => JsonObject): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (isJsonObject(item) ? map(item) : item)) : undefined;
}

function withPullPolicy(container: JsonObject): JsonObject {
  if (container.imagePullPolicy !== undefined) return container;
  return { ...container, imagePullPolicy: pullPolicy(textAt(container, "image") ?? "") };
}

/** An image with a mutable tag is always pulled. */
function pullPolicy(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  const isMoving = !name.includes("@") && (!name.includes(":") || name.endsWith(":latest"));
  return isMoving ? "Always" : "IfNotPresent";
}

function withSource(volume: JsonObject): JsonObject {
  if (Object.keys(volume).length === 1) return { ...volume, emptyDir: {} };
  const image = objectAt(volume, "image");
  if (image === undefined || image.pullPolicy !== undefined) return volume;
  return { ...volume, image: { ...image, pullPolicy: pullPolicy(textAt(image, "reference") ?? "") } };
}

/** The QoS class of a Pod, from the requests and limits of its containers. */
export function qosClassOf(spec: JsonObject | undefined): string {
  // Resources of the whole Pod take the place of its containers'.
  const isWhole = objectAt(spec, "resources") !== undefined;
  const containers = isWhole ? [spec] : [...listAt(spec, "initContainers"), ...listAt(spec, "containers")];
  const kinds = ["cpu", "memory"];
  const amounts = (container: unknown, field: string): (string | undefined)[] =>
    kinds
      .map((kind) => textAt(container, "resources", field, kind))
      .map((amount) => (amount === "0" ? undefined : amount));
  const all = containers.map((container) => ({
    requests: amounts(container, "requests"),
    limits: amounts(container, "limits"),
  }));
  if (all.every(({ requests, limits }) => [...requests, ...limits].every((amount) => amount === undefined)))
    return "BestEffort";
  const isFixed = all.every(({ requests, limits }) =>
    limits.every((limit, index) => limit !== undefined && limit === (requests[index] ?? limit)),
  );
  return isFixed ? "Guaranteed" : "Burstable";
}
