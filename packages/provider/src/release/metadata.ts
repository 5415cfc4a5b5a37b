import type { ContractVersion } from "@capstan/contract";
import { isJsonObject, type JsonObject, kubernetesVersionText, listAt, readKubernetesVersion } from "@capstan/kube";
import { ReleaseError } from "./release-error.ts";

interface ReleaseSeries {
  readonly major: number;
  readonly minor: number;
  readonly contract: string;
}

/** The metadata.yaml of a release, for clusterctl (rules CT-004 to CT-008). */
export interface ReleaseMetadata {
  /** Group and version, as clusterctl expects them. */
  readonly apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3";
  /** The kind, as clusterctl expects it. */
  readonly kind: "Metadata";
  /** The contract of each release series. */
  readonly releaseSeries: readonly ReleaseSeries[];
}

/**
 * The metadata of a release: its own series, and those that an earlier metadata.yaml lists.
 *
 * @throws ReleaseError the version is not a semantic version, or its series is listed with another contract.
 *
 * @example
 * ```ts
 * import { metadataOf } from "@capstan/provider/release";
 *
 * console.log(metadataOf("v1.2.3", "v1beta2").releaseSeries); // [ { major: 1, minor: 2, contract: 'v1beta2' } ]
 * ```
 */
export function metadataOf(version: string, contract: ContractVersion, earlier?: unknown): ReleaseMetadata {
  const read = readKubernetesVersion(version);
  if (read === undefined || kubernetesVersionText(read) !== version) {
    throw new ReleaseError(`${version} is not a release; pass --release v1.2.3 (CT-002).`);
  }
  const { major, minor } = read;
  const listed = seriesIn(earlier);
  const same = listed.find((series) => series.major === major && series.minor === minor);
  if (same !== undefined && same.contract !== contract) {
    throw new ReleaseError(
      `metadata.yaml lists ${major}.${minor} with contract ${same.contract}, but the kinds implement ${contract}; increment the minor version.`,
    );
  }
  return {
    apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3",
    kind: "Metadata",
    releaseSeries: same === undefined ? [...listed, { major, minor, contract }] : listed,
  };
}

function seriesIn(metadata: unknown): ReleaseSeries[] {
  return listAt(metadata, "releaseSeries").filter(isSeries);
}

function isSeries(value: unknown): value is ReleaseSeries & JsonObject {
  return isJsonObject(value) && "major" in value && "minor" in value && "contract" in value;
}
