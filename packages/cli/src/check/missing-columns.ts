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

/** The columns that a version of a CRD could have. */
export interface MissingColumns {
  /** Its index in `spec.versions`. */
  readonly version: number;
  readonly columns: readonly PrinterColumn[];
}

/**
 * What `kubectl get` could show of a kind, for the served versions about which its CRD says nothing, where its labels say which contract
 * they implement. Of a Template there is nothing to show but its age, which is shown anyway.
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
