import { fieldsAt, listAt, textAt } from "@capstan/kube";
import { type Json, labelOf, stringsAt, textOrEmpty } from "../rule/json.ts";
import { contractLabelsOf } from "./contract-labels.ts";
import { type CRDCheckOptions, type CRDSubject, isCRD } from "./crd-subject.ts";
import { isHelperKind } from "./helper-kind.ts";
import { type KindRole, kindRoleOf } from "./kind-role.ts";

/** Parses the CRDs of contract kinds in `documents` for the rules. */
export function crdSubjects(documents: readonly unknown[], options: CRDCheckOptions = {}): CRDSubject[] {
  const siblings: CRDSubject[] = [];
  const isMutated = mutatedOnCreation(documents);
  const named = documents.filter(isCRD).flatMap((document) => {
    const role = givenRole(document, options) ?? kindRoleOf(document);
    return role === undefined || role === "none" ? [] : [subjectOf(document, role, siblings, options, isMutated)];
  });
  const isGiven = ({ document }: CRDSubject) => givenRole(document, options) !== undefined;
  siblings.push(...named.filter((crd) => isGiven(crd) || !isHelperKind(crd, named)));
  return siblings;
}

function givenRole(document: Json, { roles }: CRDCheckOptions): KindRole | "none" | undefined {
  const kind = textOrEmpty(document, "spec", "names", "kind");
  return roles?.[`${kind}.${textOrEmpty(document, "spec", "group")}`] ?? roles?.[kind];
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
