import { fieldsAt, listAt } from "@capstan/kube";
import { calculateCRDName } from "../../crd/plural-of.ts";
import { labels } from "../../names/labels.ts";
import { parseProviderLabel } from "../../names/provider-types.ts";
import { providerRoles, roleOf } from "../../roles/roles.ts";
import { type CRDSubject } from "../crds/crd-subject.ts";
import { isMadeByPool } from "../crds/helper-kind.ts";
import { labelOf, textOrEmpty, stringsAt } from "../rule/json.ts";
import { type Fault, type Rule, rule } from "../rule/rule.ts";
import { isStaticId } from "../../catalogue/rule-info.ts";
import { type Bundle, containersOf, isInEveryNamespace, serviceAccountOf } from "./bundle.ts";
import { clusterScoped, otherClusterScoped, registrations } from "./cluster-scoped.ts";
import { extensionFaults } from "./extension-faults.ts";
import { variableFaults } from "./variables.ts";
import { webhookFaults } from "./webhook-faults.ts";

const exemption = "clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check";

function isProviderLabel(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(parseProviderLabel(text)?.name ?? "");
}

/** Excludes the template rules of roles that require no more than the general rules, which then cover the Template too. */
const rulesOfTemplates = [...new Set(providerRoles.map((role) => roleOf(role).template.rule))]
  .filter((id) => !providerRoles.some((role) => roleOf(role).sections.spec === id))
  .filter(isStaticId);

/** The rules about the components file as a whole. */
export const bundleRules: readonly Rule<Bundle>[] = [
  ...rulesOfTemplates.map((id) =>
    rule(id, ({ crds }: Bundle) =>
      templateFaults(
        crds,
        providerRoles.filter((role) => roleOf(role).template.rule === id),
      ),
    ),
  ),
  rule("PC-001", completenessFaults),
  rule("PC-003", function* ({ documents }) {
    const names = documents
      .filter(({ kind }) => kind === "Namespace")
      .map((item) => textOrEmpty(item, "metadata", "name"));
    if (names.length > 1) yield { path: "Namespace", expected: "at most one", actual: names };
    if (names.length === 0) {
      yield {
        path: "Namespace",
        expected: "one Namespace; without it, users must pass --target-namespace",
        actual: "none",
        level: "SHOULD",
      };
    }
  }),
  rule("PC-004", namespaceFaults),
  rule("PC-005", function* ({ documents }) {
    for (const document of documents) {
      if (!otherClusterScoped.has(String(document.kind))) continue;
      const expected = "kinds that clusterctl knows to be cluster-scoped";
      yield { object: labelOf(document), path: "kind", expected, actual: document.kind };
    }
  }),
  rule("PC-006", function* ({ deployments }) {
    if (deployments.length === 0) yield { path: "Deployment", expected: "at least one", actual: "none" };
  }),
  rule("PC-007", function* ({ deployments }) {
    const names = deployments
      .flatMap((deployment) => containersOf(deployment))
      .map(({ container }) => textOrEmpty(container, "name"));
    if (deployments.length === 0 || names.includes("manager")) return;
    const path = "spec.template.spec.containers[].name";
    yield { object: labelOf(deployments[0]), path, expected: "manager", actual: names };
  }),
  rule("PC-008", function* ({ deployments }) {
    for (const deployment of deployments) {
      for (const { container, path } of containersOf(deployment).filter((item) => item.container.name === "manager")) {
        const args = [...stringsAt(container, "command"), ...stringsAt(container, "args")];
        const restricted = args.find((arg, index) => restricts(arg, args[index + 1]));
        if (restricted === undefined) continue;
        yield {
          object: labelOf(deployment),
          path: `${path}.args`,
          expected: "all namespaces watched",
          actual: restricted,
        };
      }
    }
  }),
  rule("PC-011", function* ({ deployments }) {
    for (const deployment of deployments) {
      const containers = [...containersOf(deployment), ...containersOf(deployment, "initContainers")];
      for (const { container, path } of containers) {
        const image = textOrEmpty(container, "image");
        if (/^(\$\{.*\}|([^/][^/.:]*[.:][^/]*|localhost)\/.[^:@\n]*[:@].+)$/.test(image)) continue;
        yield {
          object: labelOf(deployment),
          path: `${path}.image`,
          expected: "host/path:tag or @digest",
          actual: image,
        };
      }
    }
  }),
  rule("PC-012", variableFaults),
  rule("PC-013", function* ({ documents, provider, isCore }) {
    for (const document of documents) {
      const value = textOrEmpty(document, "metadata", "labels", labels.provider);
      if (value === provider && (isCore || isProviderLabel(value))) continue;
      const expected = value === provider ? "<type>-<name>" : provider;
      const path = `metadata.labels['${labels.provider}']`;
      yield { object: labelOf(document), path, expected, actual: value === "" ? undefined : value };
    }
  }),
  rule("PC-015", function* ({ allCRDs, crds }) {
    for (const crd of allCRDs) {
      const expected = calculateCRDName(textOrEmpty(crd, "spec", "group"), textOrEmpty(crd, "spec", "names", "kind"));
      const name = textOrEmpty(crd, "metadata", "name");
      const exempt = Object.hasOwn(fieldsAt(crd, "metadata", "annotations"), exemption);
      const contractKind = crds.some(({ document }) => document === crd);
      if (name === expected || (exempt && !contractKind)) continue;
      yield { object: labelOf(crd), path: "metadata.name", expected, actual: name };
    }
  }),
  rule("PC-016", webhookFaults),
  rule("RX-009", extensionFaults),
  rule("CT-016", function* ({ allCRDs, options }) {
    for (const crd of allCRDs.filter((item) =>
      options.identityKinds?.includes(textOrEmpty(item, "spec", "names", "kind")),
    )) {
      const carried = fieldsAt(crd, "metadata", "labels");
      if (Object.hasOwn(carried, labels.move) || Object.hasOwn(carried, labels.moveHierarchy)) continue;
      yield { object: labelOf(crd), path: `metadata.labels['${labels.move}']`, expected: "a move label" };
    }
  }),
];

function* templateFaults(crds: readonly CRDSubject[], roles: readonly string[]): Iterable<Fault> {
  const hasTemplate = ({ kind, group }: CRDSubject) =>
    crds.some((crd) => crd.kind === `${kind}Template` && crd.group === group);
  for (const crd of crds) {
    const { kind, group, label, role } = crd;
    if (!roles.includes(role) || hasTemplate(crd) || isMadeByPool(crd)) continue;
    // MachineDeployments can use the Template of the other kind: this kind may be created by control planes only.
    const isOther = crds.some((other) => other.role === role && other.group === group && hasTemplate(other));
    const level = isOther ? ({ level: "SHOULD" } as const) : {};
    yield { object: label, path: "spec.names.kind", expected: `a CRD of ${kind}Template in addition`, ...level };
  }
}

function* completenessFaults(bundle: Bundle): Iterable<Fault> {
  const { documents, crds, allCRDs, roles, bindings, deployments, isCore, provider } = bundle;
  const found = { CustomResourceDefinition: isCore ? allCRDs : crds, Role: roles, RoleBinding: bindings };
  // The core refers to no kinds of runtime extensions and addons, which may work without any.
  const isRequired = !/^(runtime-extension|addon)-/.test(provider);
  for (const [kind, objects] of Object.entries(found)) {
    if (isRequired && objects.length === 0)
      yield { path: kind, expected: `a ${kind} for the provider`, actual: "none" };
  }
  const named = (kind: string, name: string) =>
    documents.some((document) => document.kind === kind && textOrEmpty(document, "metadata", "name") === name);
  for (const deployment of deployments) {
    const account = serviceAccountOf(deployment);
    if (!isInEveryNamespace(account) && !named("ServiceAccount", account)) {
      const path = "spec.template.spec.serviceAccountName";
      yield { object: labelOf(deployment), path, expected: "a ServiceAccount of the file", actual: account };
    }
    for (const volume of listAt(deployment, "spec", "template", "spec", "volumes")) {
      const secret = textOrEmpty(volume, "secret", "secretName");
      const issued = documents.some((document) => textOrEmpty(document, "spec", "secretName") === secret);
      if (secret === "" || issued || named("Secret", secret)) continue;
      const path = "spec.template.spec.volumes";
      yield { object: labelOf(deployment), path, expected: "Secrets of the file", actual: secret, level: "SHOULD" };
    }
  }
}

function* namespaceFaults({ documents, namespace }: Bundle): Iterable<Fault> {
  const target = namespace ?? documents.map((item) => textOrEmpty(item, "metadata", "namespace")).find(Boolean);
  for (const document of documents) {
    const kind = String(document.kind);
    if ([clusterScoped, otherClusterScoped, registrations].some((kinds) => kinds.has(kind))) continue;
    const actual = textOrEmpty(document, "metadata", "namespace") || undefined;
    if (actual !== target)
      yield { object: labelOf(document), path: "metadata.namespace", expected: target ?? "", actual };
  }
}

function restricts(arg: string, next: string | undefined): boolean {
  if (arg === "--namespace") return next !== undefined && next !== "" && !next.startsWith("-");
  // A variable that is empty by default does not restrict the namespace by itself.
  return /^--namespace=./.test(arg) && !/^--namespace=(""|\$\{\s*\w+\s*((:=|=|:-)\s*)?\})$/.test(arg);
}
