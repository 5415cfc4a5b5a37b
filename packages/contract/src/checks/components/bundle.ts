import { fieldsAt, isJsonObject, listAt } from "@capstan/kube";
import { coreProvider } from "../../names/core-provider.ts";
import { labels } from "../../names/labels.ts";
import { type CRDCheckOptions, type CRDSubject, isCRD } from "../crds/crd-subject.ts";
import { crdSubjects } from "../crds/read-crds.ts";
import { type Json, textOrEmpty } from "../rule/json.ts";
import { type GrantedRule, grantedRules } from "./granted-rule.ts";

/** Options of {@link checkComponents}. */
export interface ComponentsCheckOptions extends CRDCheckOptions {
  /** Plurals of the provider's kinds that own other objects and block their deletion (rule RB-008). */
  readonly blockingOwners?: readonly string[];
  /** Whether the provider resolves contract versions itself (rule RB-009). Default: false. */
  readonly resolvesReferences?: boolean;
  /** The documents with variables instead of their defaults, as {@link readTemplate} returns them. Default: the documents. */
  readonly sources?: readonly unknown[];
  /** Kinds of cluster-scoped objects that clusterctl must move (rule CT-016). */
  readonly identityKinds?: readonly string[];
}

/** A components file, parsed once for all rules. */
export interface Bundle {
  readonly label: string;
  readonly documents: readonly Json[];
  readonly sources: readonly Json[];
  readonly crds: readonly CRDSubject[];
  readonly allCRDs: readonly Json[];
  readonly deployments: readonly Json[];
  readonly roles: readonly Json[];
  readonly bindings: readonly Json[];
  /** The permissions of the Deployments' ServiceAccounts. */
  readonly granted: readonly GrantedRule[];
  /** The target namespace, if the file contains it. */
  readonly namespace: string | undefined;
  /** The provider label: `bootstrap-foo`; empty if no object has it. */
  readonly provider: string;
  /** Whether the file is that of Cluster API's core, which owns the kinds that providers only read. */
  readonly isCore: boolean;
  readonly options: ComponentsCheckOptions;
}

/** Parses the objects of a components file for all rules. */
export function bundleOf(input: readonly unknown[], options: ComponentsCheckOptions): Bundle {
  const documents = input.filter(isJsonObject);
  const ofKind = (...kinds: readonly string[]) => documents.filter(({ kind }) => kinds.includes(String(kind)));
  const deployments = ofKind("Deployment");
  const roles = ofKind("Role", "ClusterRole");
  const bindings = ofKind("RoleBinding", "ClusterRoleBinding");
  const bound = bindings.filter((binding) => deployments.some((deployment) => binds(binding, deployment)));
  const provider =
    documents.map((each) => textOrEmpty(each, "metadata", "labels", labels.provider)).find(Boolean) ?? "";
  const named = ofKind("Namespace").map((namespace) => textOrEmpty(namespace, "metadata", "name"));
  return {
    label: "components",
    documents,
    sources: (options.sources ?? documents).filter(isJsonObject),
    crds: crdSubjects(documents, options),
    allCRDs: documents.filter(isCRD),
    deployments,
    roles,
    bindings,
    granted: roles
      .filter((role) => bound.some((binding) => refersTo(binding, role)))
      .flatMap((role) => grantedRules(role, roles)),
    namespace: named[0],
    provider,
    isCore: provider === coreProvider,
    options,
  };
}

/** The name of the ServiceAccount that a Deployment's Pods use. */
export function serviceAccountOf(deployment: Json): string {
  return textOrEmpty(deployment, "spec", "template", "spec", "serviceAccountName") || "default";
}

/** Whether Kubernetes creates a ServiceAccount of this name in every namespace. */
export function isInEveryNamespace(account: string): boolean {
  return account === "default";
}

/** Whether a binding names the ServiceAccount of a Deployment. */
export function binds(binding: Json, deployment: Json): boolean {
  return listAt(binding, "subjects").some(
    (subject) =>
      textOrEmpty(subject, "kind") === "ServiceAccount" &&
      textOrEmpty(subject, "name") === serviceAccountOf(deployment) &&
      textOrEmpty(subject, "namespace") === textOrEmpty(deployment, "metadata", "namespace"),
  );
}

/** Whether a binding refers to this role. */
export function refersTo(binding: Json, role: Json): boolean {
  const reference = fieldsAt(binding, "roleRef");
  return (
    reference.kind === role.kind &&
    reference.name === textOrEmpty(role, "metadata", "name") &&
    (role.kind === "ClusterRole" ||
      textOrEmpty(role, "metadata", "namespace") === textOrEmpty(binding, "metadata", "namespace"))
  );
}

/** Containers of a Deployment's Pods with their JSON paths. */
export function containersOf(
  deployment: Json,
  list: "containers" | "initContainers" = "containers",
): { container: Json; path: string }[] {
  return listAt(deployment, "spec", "template", "spec", list).map((container, index) => ({
    container: fieldsAt(container),
    path: `spec.template.spec.${list}[${index}]`,
  }));
}
