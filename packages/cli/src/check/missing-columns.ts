import {
  type ContractVersion,
  contractLabel,
  contractVersions,
  isProviderRole,
  type KindRole,
  type PrinterColumn,
  printerColumns,
} from "@capstan/contract";
import { fieldsAt, fieldsOf, listAt, textAt } from "@capstan/kube";

/** The columns that a version of a CRD lacks. */
export interface MissingColumns {
  /** The version's index in `spec.versions`. */
  readonly version: number;
  readonly columns: readonly PrinterColumn[];
}

/**
 * The columns that `kubectl get` could show for a kind: for served versions without columns in their CRD whose labels name the contract
 * that they implement. A Template has only its age, which kubectl shows anyway.
 */
export function missingColumns(crd: unknown, role: KindRole): MissingColumns[] {
  if (!isProviderRole(role)) return [];
  return listAt(crd, "spec", "versions").flatMap((document, version) => {
    if (fieldsOf(document).served === false) return [];
    const contract = contractOfVersion(crd, textAt(document, "name") ?? "");
    if (contract === undefined || Object.hasOwn(fieldsOf(document), "additionalPrinterColumns")) return [];
    return { version, columns: printerColumns(role, contract, ({ place }) => declares(document, place.path)) };
  });
}

function contractOfVersion(crd: unknown, name: string): ContractVersion | undefined {
  const label = (contract: ContractVersion) => textAt(crd, "metadata", "labels", contractLabel(contract)) ?? "";
  return contractVersions.find((contract) => label(contract).split("_").includes(name));
}

function declares(version: unknown, path: string): boolean {
  const keys = path.split(".").flatMap((name) => ["properties", name]);
  return Object.keys(fieldsAt(version, "schema", "openAPIV3Schema", ...keys)).length > 0;
}
