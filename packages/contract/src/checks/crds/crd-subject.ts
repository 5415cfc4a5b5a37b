import { type ContractVersion } from "../../versions/contract-version.ts";
import { fieldsAt, isJsonObject, listAt } from "@capstan/kube";
import { type Json, labelOf, textOrEmpty } from "../rule/json.ts";
import { type ContractLabel, contractLabelsOf } from "./contract-labels.ts";
import { type KindRole, kindRoleOf } from "./kind-role.ts";

/** What the checks of CRDs assume. */
export interface CRDCheckOptions {
  /** Roles by kind name, or by `kind.group`: overrides what is recognized; `none` exempts a kind. */
  readonly roles?: Readonly<Record<string, KindRole | "none">>;
  /** The provider belongs to the SIG and may use its API groups (rule AR-016). Default: false. */
  readonly sigSponsored?: boolean;
}

/** One version of a CRD, with its place in the document. */
export interface CRDVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly document: Json;
  /** Root schema; empty if missing. */
  readonly schema: Json;
  /** JSON path of the version. */
  readonly path: string;
}

/** A version of the CRD that core uses under a contract. */
interface Selection {
  readonly contract: ContractVersion;
  readonly version: CRDVersion;
}

/** A CRD of a contract kind, read once for all rules. */
export interface CRDSubject {
  readonly label: string;
  readonly document: Json;
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly role: KindRole;
  readonly versions: readonly CRDVersion[];
  readonly contractLabels: readonly ContractLabel[];
  /** By contract, the newest first; only versions that exist. */
  readonly selections: readonly Selection[];
  /** All contract kinds that were given together, this one included. */
  readonly siblings: readonly CRDSubject[];
  readonly sigSponsored: boolean;
}

/** Whether a document is a CRD, in any API version. */
export function isCRD(document: unknown): document is Json {
  return isJsonObject(document) && document.kind === "CustomResourceDefinition";
}

/** The CRDs of contract kinds among `documents`, ready for the rules. */
export function crdSubjects(documents: readonly unknown[], options: CRDCheckOptions = {}): CRDSubject[] {
  const siblings: CRDSubject[] = [];
  for (const document of documents) {
    if (!isCRD(document)) continue;
    const role = roleOf(document, options);
    if (role !== undefined) siblings.push(subjectOf(document, role, siblings, options));
  }
  return siblings;
}

function roleOf(document: Json, { roles }: CRDCheckOptions): KindRole | undefined {
  const kind = textOrEmpty(document, "spec", "names", "kind");
  const given = roles?.[`${kind}.${textOrEmpty(document, "spec", "group")}`] ?? roles?.[kind];
  if (given === "none") return undefined;
  return given ?? kindRoleOf(document);
}

function subjectOf(
  document: Json,
  role: KindRole,
  siblings: readonly CRDSubject[],
  options: CRDCheckOptions,
): CRDSubject {
  const versions = listAt(document, "spec", "versions").map((version, index) => ({
    name: textOrEmpty(version, "name"),
    served: fieldsAt(version).served === true,
    storage: fieldsAt(version).storage === true,
    document: fieldsAt(version),
    schema: fieldsAt(version, "schema", "openAPIV3Schema"),
    path: `spec.versions[${index}]`,
  }));
  const contractLabels = contractLabelsOf(fieldsAt(document, "metadata", "labels"));
  return {
    label: labelOf(document),
    document,
    name: textOrEmpty(document, "metadata", "name"),
    group: textOrEmpty(document, "spec", "group"),
    kind: textOrEmpty(document, "spec", "names", "kind"),
    role,
    versions,
    contractLabels,
    selections: contractLabels.flatMap(({ contract, selected }) =>
      versions.filter(({ name }) => name === selected).map((version) => ({ contract, version })),
    ),
    siblings,
    sigSponsored: options.sigSponsored ?? false,
  };
}
