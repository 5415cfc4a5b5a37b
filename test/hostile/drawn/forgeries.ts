import type { SeededRandom } from "@capstan/harness/random";
import { annotations, type KubernetesObject, labels, type ObjectMeta } from "@capstan/contract";
import { isJsonObject, type JsonObject } from "@capstan/kube";
import {
  hostileNumbers,
  hostileStrings,
  hostileTimes,
  longestAnnotations,
  mark,
  ownFinalizer,
  reservedNames,
} from "./hostile-strings.ts";
import { type Leaf, leavesIn, withLeaf } from "./leaves.ts";

/** An object to send, any part of which may be invalid. */
export type Forged = JsonObject & { metadata: ObjectMeta; spec?: unknown; status?: unknown };

/** The attacker's knowledge. */
interface Known {
  /** All objects of the victim: uids and names are not secret. */
  readonly victims: readonly KubernetesObject[];
  readonly random: SeededRandom;
}

type Forge = (object: Forged, known: Known) => Forged;

/** All forgeries by name; each is drawn independently, and can be removed independently. */
export const forgeries = {
  owners: (object, { victims, random }) => {
    const alike = victims.filter(
      ({ kind, metadata }) => kind === object.kind && metadata.ownerReferences !== undefined,
    );
    if (alike.length > 0 && random.happens(1 / 2)) {
      const { ownerReferences = [] } = random.pick(alike).metadata;
      return withMetadata(object, { ownerReferences });
    }
    if (victims.length === 0) return object;
    const { apiVersion, kind, metadata } = random.pick(victims);
    const { name } = random.happens(1 / 4) ? random.pick(victims).metadata : metadata;
    const controller = !random.happens(1 / 5);
    const ownerReferences = [{ apiVersion, kind, name, uid: metadata.uid ?? "", controller, blockOwnerDeletion: true }];
    return withMetadata(object, { ownerReferences });
  },
  "labels of the victim's": (object, { victims, random }) => {
    const labeled = victims.filter(({ metadata }) => metadata.labels !== undefined);
    const taken = labeled.length === 0 ? {} : random.pick(labeled).metadata.labels;
    return withMetadata(object, { labels: { ...object.metadata.labels, [labels.clusterName]: "c1", ...taken } });
  },
  "labels of any kind": (object, { random }) => {
    const keys = [...Object.values(labels), "cluster.x-k8s.io/watch-filter", "machine-template-hash"];
    const drawn = keys
      .filter(() => random.happens(1 / 4))
      .map((key) => [key, random.pick(["c1", "", "md", mark])] as const);
    return withMetadata(object, { labels: { ...object.metadata.labels, ...Object.fromEntries(drawn) } });
  },
  finalizer: (object) => withMetadata(object, { finalizers: [ownFinalizer] }),
  name: (object, { victims, random }) => {
    const names = [...reservedNames, ...victims.map(({ metadata }) => metadata.name)];
    return withMetadata(object, { name: random.pick(names) });
  },
  "long annotations": (object, { random }) => {
    const others = Object.entries(object.metadata.annotations ?? {}).map(([key, value]) => `${key}${value}`);
    const room = longestAnnotations - Buffer.byteLength(`long${others.join("")}`);
    const long = mark.padEnd(room - random.pick([0, 0, 60, 600, 100_000]), "x");
    return withMetadata(object, { annotations: { ...object.metadata.annotations, long } });
  },
  "annotations of any kind": (object, { random }) => {
    const keys = [...Object.values(annotations), "cluster.x-k8s.io/conversion-data"];
    const values = [
      "",
      "true",
      mark,
      "[".repeat(10_000),
      '{"spec":{"__proto__":{"a":1},"replicas":"x"},"status":7}',
      ...hostileStrings,
    ];
    const drawn = keys.filter(() => random.happens(1 / 5)).map((key) => [key, random.pick(values)] as const);
    return withMetadata(object, { annotations: { ...object.metadata.annotations, ...Object.fromEntries(drawn) } });
  },
  reference: (object, { victims, random }) => {
    const names = [...hostileStrings.slice(0, 9), ...victims.map(({ metadata }) => metadata.name).slice(0, 9)];
    return withSome(object, isReference, random, (leaf) =>
      leaf.path.at(-1) === "namespace"
        ? "victim"
        : random.pick(leaf.path.at(-1) === "name" ? names : [...hostileStrings, "v1", "Secret"]),
    );
  },
  "namespace of a reference": (object) =>
    leavesIn(object.spec)
      .filter((leaf) => leaf.path.at(-1) === "name" && isReference(leaf))
      .reduce((changed, { path }) => withLeaf(changed, ["spec", ...path.slice(0, -1), "namespace"], "victim"), object),
  string: (object, { random }) =>
    withSome(
      object,
      ({ value }) => typeof value === "string",
      random,
      () => (random.happens(1 / 4) ? mark.repeat(random.pick([1, 100, 3_000])) : random.pick(hostileStrings)),
    ),
  number: (object, { random }) =>
    withSome(
      object,
      ({ value }) => typeof value === "number",
      random,
      () => random.pick(hostileNumbers),
    ),
  replicas: (object, { random }) =>
    isJsonObject(object.spec) && "replicas" in object.spec
      ? { ...object, spec: { ...object.spec, replicas: random.pick([200_000, 2_147_483_647]) } }
      : object,
  time: (object, { random }) => {
    const time = random.pick(hostileTimes);
    const changed = withSome(
      object,
      ({ value }) => isTime(value),
      random,
      () => time,
    );
    return isJsonObject(changed.spec) && "template" in changed.spec
      ? { ...changed, spec: { ...changed.spec, rollout: { after: time }, rolloutAfter: time } }
      : changed;
  },
  "selector that selects all": (object) =>
    isJsonObject(object.spec) && "selector" in object.spec
      ? { ...object, spec: { ...object.spec, selector: {} } }
      : object,
  "provider id of the victim's": (object, { victims, random }) => {
    const ids = victims.flatMap(
      ({ spec }: KubernetesObject & { spec?: { providerID?: unknown } }) => spec?.providerID ?? [],
    );
    if (ids.length === 0 || !isJsonObject(object.spec)) return object;
    return { ...object, spec: { ...object.spec, providerID: random.pick(ids) } };
  },
  status: (object, { random }) => ({
    ...object,
    status: { ...(isJsonObject(object.status) ? object.status : {}), ...drawnStatus(random) },
  }),
} satisfies Record<string, Forge>;

export type ForgeryName = keyof typeof forgeries;
export const forgeryNames = Object.keys(forgeries) as ForgeryName[];

/** All stages complete, every condition True, and messages as long as a status may be. */
function drawnStatus(random: SeededRandom): JsonObject {
  const message = mark.repeat(random.pick([1, 100, 1_600]));
  const lastTransitionTime = random.pick(["2026-01-01T00:00:00Z", ...hostileTimes]);
  const types = [
    "Ready",
    "Available",
    "ControlPlaneInitialized",
    "Paused",
    "Deleting",
    "InfrastructureReady",
    "HealthCheckSucceeded",
  ];
  const conditions = types
    .filter(() => random.happens(1 / 2))
    .map((type) => ({
      type,
      status: random.pick(["True", "False", "Unknown"]),
      reason: "Attacked",
      message,
      lastTransitionTime,
    }));
  const failure = random.happens(1 / 4) ? { failureReason: "Attacked", failureMessage: message } : {};
  return {
    conditions,
    initialization: {
      provisioned: true,
      infrastructureProvisioned: true,
      dataSecretCreated: true,
      bootstrapDataSecretCreated: true,
      controlPlaneInitialized: true,
    },
    ready: true,
    dataSecretName: random.pick(["c1-kubeconfig", "c1-ca", "cp", mark, "../../victim/secrets/cp"]),
    nodeRef: { name: random.pick(["cp", mark, "../cp"]), kind: "Node", apiVersion: "v1" },
    addresses: [{ type: "InternalIP", address: random.pick(["10.0.0.1", mark, "::1"]) }],
    replicas: random.pick(hostileNumbers),
    observedGeneration: random.pick(hostileNumbers),
    phase: random.pick(["Running", "Failed", mark]),
    ...failure,
  };
}

function withMetadata(object: Forged, metadata: Partial<ObjectMeta>): Forged {
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

/** Changes one to three of these leaves of the spec or, without a spec, of everything except metadata and status. */
function withSome(
  object: Forged,
  isMeant: (leaf: Leaf) => boolean,
  random: SeededRandom,
  value: (leaf: Leaf) => unknown,
): Forged {
  const { apiVersion, kind, metadata, status, ...content } = object;
  const leaves = leavesIn(content).filter(isMeant);
  if (leaves.length === 0) return object;
  const drawn = Array.from({ length: random.between(1, 3) }, () => random.pick(leaves));
  const changed = drawn.reduce<JsonObject>((before, leaf) => withLeaf(before, leaf.path, value(leaf)), content);
  return {
    ...changed,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    metadata,
    ...(status === undefined ? {} : { status }),
  };
}

function isReference({ path, value }: Leaf): boolean {
  const [field = ""] = path.slice(-1);
  const [parent = ""] = path.slice(-2);
  return (
    typeof value === "string" &&
    (/(?:Name|Namespace)$/.test(field) || /(?:[Rr]ef|regarding|secret|configMap)$/.test(parent))
  );
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
}
