import { type DeepReadonly } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { compareNames } from "./compare-names.ts";
import { shortened } from "./drain-message.ts";
import { type PersistentVolume, type Pod, type VolumeAttachment } from "./workload-kinds.ts";

/** The signs that volumes are attached to a Node. */
export interface Attachments {
  /** Names in the Node's `status.volumesAttached`. */
  readonly nodeVolumes: readonly string[];
  /** PersistentVolumes that the VolumeAttachments name. */
  readonly persistentVolumes: readonly string[];
  /** VolumeAttachments that do not name a PersistentVolume. */
  readonly unnamed: readonly string[];
}

/** The volumes that delay a Node's deletion; each list is sorted. */
export interface AwaitedVolumes {
  /** `namespace/name` of PersistentVolumeClaims. */
  readonly claims: readonly string[];
  /** PersistentVolumes that no PersistentVolumeClaim is bound to. */
  readonly unclaimed: readonly string[];
  /** Names in the Node's status that match no PersistentVolume. */
  readonly unknownNodeVolumes: readonly string[];
  /** PersistentVolumes that VolumeAttachments name but that do not exist. */
  readonly unknownPersistentVolumes: readonly string[];
  readonly unnamed: readonly string[];
}

const shownNames = 5;

/** The volumes attached to a Node. */
export function attachmentsOf(
  nodeName: string,
  nodeVolumes: readonly { readonly name: string }[],
  all: readonly DeepReadonly<VolumeAttachment>[],
): Attachments {
  const attached = all.filter(({ spec, status }) => spec?.nodeName === nodeName && status?.attached === true);
  const names = attached.map(({ spec }) => spec?.source?.persistentVolumeName);
  return {
    nodeVolumes: nodeVolumes.map(({ name }) => name),
    persistentVolumes: names.filter((name) => name !== undefined),
    unnamed: attached.filter((_, index) => names[index] === undefined).map(({ metadata }) => metadata.name),
  };
}

/** Whether nothing is attached. */
export function isDetached({ nodeVolumes, persistentVolumes, unnamed }: Attachments): boolean {
  return nodeVolumes.length + persistentVolumes.length + unnamed.length === 0;
}

/**
 * The volumes to wait for: all attached volumes except those of Pods that stay on the Node.
 *
 * @param staying - the Pods that draining leaves alone.
 */
export function awaitedVolumes(
  attachments: Attachments,
  volumes: readonly DeepReadonly<PersistentVolume>[],
  staying: readonly DeepReadonly<Pod>[],
): AwaitedVolumes {
  const { nodeVolumes, persistentVolumes, unnamed } = attachments;
  const attached = volumes.filter(
    (volume) => persistentVolumes.includes(volume.metadata.name) || nodeVolumes.includes(nodeVolumeOf(volume)),
  );
  const ignored = new Set(staying.flatMap(claimsOf));
  const claims = new Set(attached.map(claimOf).filter((claim) => claim !== undefined));
  const known = new Set(attached.flatMap((volume) => [volume.metadata.name, nodeVolumeOf(volume)]));
  return {
    claims: [...claims].filter((claim) => !ignored.has(claim)).sort(compareNames),
    unclaimed: attached
      .filter((volume) => claimOf(volume) === undefined)
      .map(nameOf)
      .sort(compareNames),
    unknownNodeVolumes: unknown(nodeVolumes, known),
    unknownPersistentVolumes: unknown(persistentVolumes, known),
    unnamed: [...unnamed].sort(compareNames),
  };
}

/** The volumes that are still attached, as the condition `Deleting` of Machines reports them; `undefined`: none. */
export function volumesMessage(awaited: AwaitedVolumes, startedAt: string): string | undefined {
  const lines = [
    ...line("PersistentVolumeClaims", awaited.claims),
    ...line("PersistentVolumes without a .spec.claimRef to a PersistentVolumeClaim", awaited.unclaimed),
    ...line("Node with .status.volumesAttached entries not matching a PersistentVolume", awaited.unknownNodeVolumes),
    ...line(
      "VolumeAttachment with .spec.source.persistentVolumeName not matching a PersistentVolume",
      awaited.unknownPersistentVolumes,
    ),
    ...line("VolumeAttachment without .spec.source.persistentVolumeName", awaited.unnamed),
  ];
  if (lines.length === 0) return undefined;
  return [`Waiting for Node volumes to be detached (started at ${startedAt})`, ...lines].join("\n");
}

function line(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`* ${what}: ${shortened(names, shownNames)}`];
}

function unknown(names: readonly string[], known: ReadonlySet<string>): string[] {
  return [...new Set(names)].filter((name) => !known.has(name)).sort(compareNames);
}

function nameOf({ metadata }: DeepReadonly<PersistentVolume>): string {
  return metadata.name;
}

/** The name of a volume in the Node status, as the kubelet writes it. */
function nodeVolumeOf({ spec }: DeepReadonly<PersistentVolume>): string {
  return spec?.csi === undefined ? "" : `kubernetes.io/csi/${spec.csi.driver}^${spec.csi.volumeHandle}`;
}

function claimOf({ spec }: DeepReadonly<PersistentVolume>): string | undefined {
  const claim = spec?.claimRef;
  return claim?.kind === "PersistentVolumeClaim"
    ? objectKeyText({ namespace: claim.namespace, name: claim.name ?? "" })
    : undefined;
}

function claimsOf({ metadata, spec }: DeepReadonly<Pod>): string[] {
  const claims = (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) =>
    persistentVolumeClaim === undefined ? [] : [persistentVolumeClaim.claimName],
  );
  return claims.map((name) => objectKeyText({ namespace: metadata.namespace, name }));
}
