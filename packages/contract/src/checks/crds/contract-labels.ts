import { compareApiVersions, groupVersionOf, isApiVersion } from "@capstan/kube";
import { type ContractVersion, contractVersions } from "../../versions/contract-version.ts";
import { groups } from "../../names/groups.ts";
import { contractLabel } from "../../names/labels.ts";

/** Whether a label or annotation names a contract version, supported or not. */
export function isContractLabel(key: string): boolean {
  const { group, version } = groupVersionOf(key);
  return group === groups.core && isApiVersion(version);
}

/** A contract label that current core versions read. */
export interface ContractLabel {
  readonly contract: ContractVersion;
  readonly path: string;
  readonly value: string;
  /** The parts of the value that are valid version names. */
  readonly names: readonly string[];
  /** The name that core selects, which has the highest priority. */
  readonly selected: string | undefined;
}

const versionName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** The contract labels in `labels`, newest contract first. */
export function contractLabelsOf(labels: Readonly<Record<string, unknown>>): ContractLabel[] {
  return contractVersions.flatMap((contract) => {
    const key = contractLabel(contract);
    const value = labels[key];
    if (typeof value !== "string") return [];
    const names = value.split("_").filter((name) => versionName.test(name));
    const path = `metadata.labels['${key}']`;
    return [{ contract, path, value, names, selected: names.toSorted(compareApiVersions).at(-1) }];
  });
}
