import {
  checkCRDs,
  type CustomResourceDefinition,
  groups,
  type KindRole,
  labels,
  type Violation,
  violation,
} from "@capstan/contract";
import type { TProperties } from "typebox";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import type { OpaqueConversion } from "../conversion/author-conversion.ts";
import { conversionNeed } from "../conversion/conversion-need.ts";
import { checkStandIns } from "../conversion/stand-ins.ts";
import type { AuxiliaryDefinition } from "../definition/auxiliary-definition.ts";
import type { DefinedVersion } from "../definition/defined-version.ts";
import { DefinitionError } from "../definition/definition-error.ts";
import type { KindVersion } from "../definition/kind-version.ts";
import { auxiliarySchemas } from "../definition/version-schemas.ts";
import { columnViolations } from "./columns.ts";
import { auxiliaryCRD } from "./crds.ts";
import { auxiliaryViolations } from "./definition-violations.ts";
import type { KindOptions } from "./kind-options.ts";
import { refuseIfAny } from "./refuse-if-any.ts";
import { servedKind } from "./served-kind.ts";
import { validateObject } from "./validate-object.ts";

/** The input for the definition of an auxiliary kind. */
export interface AuxiliaryParts extends KindOptions {
  readonly group?: string | undefined;
  readonly versions: Readonly<Record<string, KindVersion>>;
  readonly storage?: string | undefined;
  readonly conversions: Readonly<Record<string, OpaqueConversion | undefined>>;
  readonly admission: AdmissionRules<object> | undefined;
  readonly scope: "Cluster" | "Namespaced";
  /** Fields that the SDK adds to the spec of every version. */
  readonly fields: TProperties;
  /** Fields that the SDK adds to the status of every version. Default: none. */
  readonly statusFields?: TProperties;
  /** The role that tools see in the kind, which its definition then keeps. Default: none, and such a name is refused. */
  readonly role?: KindRole;
  /** Default: objects of the kind have no finalizer of the SDK. */
  readonly finalizer?: string;
  readonly isIdentity: boolean;
  /** Labels of the CRD. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether clusterctl moves the objects of the kind together with their dependents (rule CT-016). */
  readonly isMoved: boolean;
}

/**
 * Derives the definition of a kind that core does not know from its schemas.
 *
 * @throws {@link DefinitionError} no API server could serve the kind, or core would take it for a kind with a contract.
 */
export function buildAuxiliary(parts: AuxiliaryParts): AuxiliaryDefinition<never> {
  const { kind, group = groups.infrastructure, shortNames = [], categories = [], columns = [], scope, fields } = parts;
  const { conversions, conversionData = "lost", statusFields = {} } = parts;
  const { finalizer } = parts;
  const given = { kind, group, shortNames, categories, versions: parts.versions, storage: parts.storage, finalizer };
  refuseIfAny(kind, auxiliaryViolations(given, { spec: Object.keys(fields), status: Object.keys(statusFields) }));
  const storage = parts.storage ?? Object.keys(parts.versions)[0];
  const versions = Object.entries(parts.versions).map(([name, version]): DefinedVersion => ({
    name,
    contracts: [],
    served: version.served ?? true,
    storage: name === storage,
    schemas: auxiliarySchemas(version, fields, statusFields),
  }));
  const isConverted = conversionNeed(kind, versions, conversions);
  const stored = versions.find((version) => version.storage);
  if (stored === undefined) throw new DefinitionError(`Kind ${kind} has no storage version.`);
  refuseIfAny(kind, columnViolations(columns, versions));
  const moved: Readonly<Record<string, string>> = parts.isMoved ? { [labels.moveHierarchy]: "" } : {};
  const crds = auxiliaryCRD({
    group,
    kind,
    shortNames,
    categories,
    columns,
    labels: { ...parts.labels, ...moved },
    scope,
    versions,
    isConverted,
  });
  refuseIfAny(kind, mistakenRoles(crds, parts.role));
  if (isConverted) checkStandIns(crds);
  const { admission: rules } = parts;
  const namespaced = scope === "Namespaced";
  const served = servedKind({ group, kind, namespaced, versions, stored, crds, conversions, conversionData, rules });
  return {
    kind: served.kind,
    convert: served.convert,
    admissionWebhooks: served.admissionWebhooks,
    crds,
    secretsFrom: parts.secretsFrom,
    isConverted,
    isIdentity: parts.isIdentity,
    validate: (object) => validateObject({ group, kind, versions }, object),
  };
}

/** In a group of Cluster API, tools take a kind whose name ends like a contract kind for one that implements the contract. */
function mistakenRoles(crds: readonly CustomResourceDefinition[], own: KindRole | undefined): Violation[] {
  const roles = checkCRDs(crds).checked.map(({ role }) => role);
  return roles
    .filter((role) => role !== own)
    .map((role) =>
      violation("auxiliary", { path: "kind", expected: `a name that tools do not mistake for a kind of role ${role}` }),
    );
}
