import { fieldsAt, listAt, textAt } from "@capstan/kube";
import { type Json, labelOf, stringsAt, textOrEmpty } from "../rule/json.ts";
import { contractLabelsOf } from "./contract-labels.ts";
import { type CRDCheckOptions, type CRDSubject, isCRD } from "./crd-subject.ts";
import { isHelperKind } from "./helper-kind.ts";
import { type KindRole, kindRoleOf } from "./kind-role.ts";
import { referencedRoles } from "./referenced-roles.ts";

/** Parses the CRDs of contract kinds in `documents` for the rules. */
export function crdSubjects(documents: readonly unknown[], options: CRDCheckOptions = {}): CRDSubject[] {
  const siblings: CRDSubject[] = [];
  const isMutated = mutatedOnCreation(documents);
  const crds = documents.filter(isCRD);
  const references = referencedRoles(options.referring ?? documents);
  const kinds = new Set(crds.map((crd) => kindAndGroup(crd)));
  const named = crds.flatMap((document) => {
    const evidence = {
      referenced: references.get(kindAndGroup(document)),
      hasTemplate: kinds.has(kindAndGroup(document, "Template")),
    };
    const role = givenRole(document, options) ?? kindRoleOf(document, evidence);
    return role === undefined || role === "none" ? [] : [subjectOf(document, role, siblings, options, isMutated)];
  });
  const isGiven = ({ document }: CRDSubject) =>
    givenRole(document, options) !== undefined || references.has(kindAndGroup(document));
  siblings.push(...named.filter((crd) => isGiven(crd) || !isHelperKind(crd, named)));
  return siblings;
}

function kindAndGroup(crd: Json, ending = ""): string {
  return `${textOrEmpty(crd, "spec", "names", "kind")}${ending}.${textOrEmpty(crd, "spec", "group")}`;
}

function givenRole(document: Json, { roles }: CRDCheckOptions): KindRole | "none" | undefined {
  return roles?.[kindAndGroup(document)] ?? roles?.[textOrEmpty(document, "spec", "names", "kind")];
}

function subjectOf(
  document: Json,
  role: KindRole,
  siblings: readonly CRDSubject[],
  options: CRDCheckOptions,
  isMutated: MutatedOnCreation,
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
    isMutatedOnCreation: isMutated(
      textOrEmpty(document, "spec", "group"),
      textOrEmpty(document, "spec", "names", "plural"),
    ),
  };
}

/** Whether a webhook in the documents may complete the objects of a kind before the API server validates them. */
type MutatedOnCreation = (group: string, plural: string) => boolean;

/** Reads the mutating webhooks in the documents. They are called before required fields must exist. */
function mutatedOnCreation(documents: readonly unknown[]): MutatedOnCreation {
  const rules = documents
    .filter((document) => textAt(document, "kind") === "MutatingWebhookConfiguration")
    .flatMap((document) => listAt(document, "webhooks"))
    .flatMap((webhook) => listAt(webhook, "rules"));
  const names = (rule: unknown, key: string, wanted: string) =>
    [wanted, "*"].some((name) => stringsAt(rule, key).includes(name));
  return (group, plural) =>
    rules.some(
      (rule) =>
        names(rule, "apiGroups", group) && names(rule, "resources", plural) && names(rule, "operations", "CREATE"),
    );
}
