import { fieldsAt, listAt } from "@capstan/kube";
import { contractVersions } from "../../versions/contract-version.ts";
import { contractLabel } from "../../names/labels.ts";
import { type Json, textOrEmpty } from "../rule/json.ts";
import { type Fault, type Rule, rule } from "../rule/rule.ts";
import { type Release, type ReleaseFile } from "./release.ts";

export const semanticVersion = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** The rules about metadata.yaml. */
export const metadataRules: readonly Rule<Release>[] = [
  rule("AR-014", function* (release) {
    const contract = textOrEmpty(seriesOf(release), "contract");
    if (contract === "") return;
    for (const { contractLabels, label } of release.crds) {
      if (contractLabels.some((carried) => carried.contract === contract && carried.value !== "")) continue;
      const expected = `the label of contract ${contract}, as in metadata.yaml`;
      yield { object: label, path: `metadata.labels['${contractLabel(contract)}']`, expected };
    }
  }),
  metadataRule("CT-004", function* (metadata) {
    const expected = "clusterctl.cluster.x-k8s.io/v1alpha3";
    if (metadata.apiVersion !== expected) yield { path: "apiVersion", expected, actual: metadata.apiVersion };
  }),
  metadataRule("CT-005", function* (metadata) {
    if (metadata.kind !== "Metadata") yield { path: "kind", expected: "Metadata", actual: metadata.kind };
  }),
  metadataRule("CT-006", function* (metadata) {
    const series = listAt(metadata, "releaseSeries");
    if (series.length === 0) yield { path: "releaseSeries", expected: "at least one entry", actual: "none" };
    for (const [index, entry] of series.entries()) {
      for (const [name, type] of Object.entries({ major: "number", minor: "number", contract: "string" })) {
        const value = fieldsAt(entry)[name];
        if (typeof value === type) continue;
        yield { path: `releaseSeries[${String(index)}].${name}`, expected: `a ${type}`, actual: value };
      }
    }
  }),
  metadataRule("CT-007", function* (metadata, release) {
    const { version } = release;
    if (version === undefined || !semanticVersion.test(version) || seriesOf(release) !== undefined) return;
    yield { path: "releaseSeries", expected: `the series of ${version}`, actual: listAt(metadata, "releaseSeries") };
  }),
  metadataRule("CT-008", function* (metadata, release) {
    const [newest] = contractVersions;
    const own = seriesOf(release);
    for (const [index, entry] of listAt(metadata, "releaseSeries").entries()) {
      const contract = textOrEmpty(entry, "contract");
      const path = `releaseSeries[${String(index)}].contract`;
      if (contract === newest || contract === "") continue;
      const known = contractVersions.some((supported) => supported === contract);
      // Earlier releases keep their contract, so that clusterctl can upgrade from them.
      const level = entry === own ? (known ? "SHOULD" : "MUST") : "MAY";
      yield { path, expected: newest, actual: contract, level };
    }
  }),
];

function metadataRule(
  id: "CT-004" | "CT-005" | "CT-006" | "CT-007" | "CT-008",
  faultsOf: (metadata: Json, release: Release) => Iterable<Fault>,
): Rule<Release> {
  return rule(id, function* (release) {
    const file: ReleaseFile | undefined = release.metadata;
    if (file === undefined || file.unreadable !== undefined) return;
    for (const fault of faultsOf(file.documents[0] ?? {}, release)) yield { object: file.path, ...fault };
  });
}

/** The release's own series; the highest series if the release is unknown. */
function seriesOf({ metadata, version }: Release): unknown {
  const series = listAt(metadata?.documents[0], "releaseSeries");
  if (version === undefined) return series.toSorted(bySeries).at(-1);
  const [, major, minor] = semanticVersion.exec(version) ?? [];
  return series.find((entry) => {
    const { major: itsMajor, minor: itsMinor } = fieldsAt(entry);
    return itsMajor === Number(major) && itsMinor === Number(minor);
  });
}

function bySeries(a: unknown, b: unknown): number {
  const [one, other] = [fieldsAt(a), fieldsAt(b)];
  return Number(one.major) - Number(other.major) || Number(one.minor) - Number(other.minor) || 0;
}
