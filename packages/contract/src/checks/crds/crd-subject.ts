import { type ContractVersion } from "../../versions/contract-version.ts";
import { isJsonObject } from "@capstan/kube";
import { type Json } from "../rule/json.ts";
import { type ContractLabel } from "./contract-labels.ts";
import { type KindRole } from "./kind-role.ts";

/** Options of {@link checkCRDs}. */
export interface CRDCheckOptions {
  /** Roles by kind name, or by `kind.group`. They override the detected roles; `none` exempts a kind. */
  readonly roles?: Readonly<Record<string, KindRole | "none">>;
  /** Objects whose references show the roles of kinds, such as those of cluster templates. Default: the documents. */
  readonly referring?: readonly unknown[];
  /** Whether the provider belongs to the SIG and may use its API groups (rule AR-016). Default: false. */
  readonly sigSponsored?: boolean;
}

/** A version of a CRD, with its place in the document. */
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

/** A CRD of a contract kind, parsed once for all rules. */
export interface CRDSubject {
  readonly label: string;
  readonly document: Json;
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly role: KindRole;
  readonly versions: readonly CRDVersion[];
  readonly contractLabels: readonly ContractLabel[];
  /** By contract, newest first; only versions that exist. */
  readonly selections: readonly Selection[];
  /** All contract kinds of the same check, including this kind. */
  readonly siblings: readonly CRDSubject[];
  readonly sigSponsored: boolean;
  /** Whether a webhook in the same check may complete objects when they are created. */
  readonly isMutatedOnCreation: boolean;
}

/** Whether a document is a CRD, in any API version. */
export function isCRD(document: unknown): document is Json {
  return isJsonObject(document) && document.kind === "CustomResourceDefinition";
}
