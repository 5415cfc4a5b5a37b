import { type ContractVersion } from "../../versions/contract-version.ts";
import { isJsonObject } from "@capstan/kube";
import { type Json } from "../rule/json.ts";
import { type ContractLabel } from "./contract-labels.ts";
import { type KindRole } from "./kind-role.ts";

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
  /** Whether a webhook that was given, too, may complete objects when they are created. */
  readonly isMutatedOnCreation: boolean;
}

/** Whether a document is a CRD, in any API version. */
export function isCRD(document: unknown): document is Json {
  return isJsonObject(document) && document.kind === "CustomResourceDefinition";
}
