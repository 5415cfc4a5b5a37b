import type { ComponentsCheckOptions } from "@capstan/contract";
import { defineInfraMachine, Type } from "@capstan/provider";
import { componentsOf, releasedProvider } from "@capstan/provider/release";
import { absent, mutate } from "./mutation.ts";

type Key = string | number;
/** A change of one object of a kind, by its index among these, or another object. */
type Change = readonly [kind: string, nth: number, at: readonly Key[], to: unknown] | { readonly add: object };

/** A components file at the limit of a rule. */
export interface EdgeComponents {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly options?: ComponentsCheckOptions;
}

const FooMachine = defineInfraMachine({
  kind: "FooMachine",
  group: "foo.example.com",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});
const correct: readonly object[] = componentsOf(releasedProvider([FooMachine], {}), "registry.example.com/foo:v0.1.0");

const namespace = "infrastructure-foo-system";
const labels = { "cluster.x-k8s.io/provider": "infrastructure-foo" };
const metadata = (name: string, more: object = {}) => ({ name, labels, ...more });
const namespaced = (name: string, more: object = {}) => metadata(name, { namespace, ...more });
const pod: Key[] = ["spec", "template", "spec"];
const container: Key[] = [...pod, "containers", 0];
const rule = (nth: number, to: unknown): Change => ["ClusterRole", 0, ["rules", nth], to];
const granted = (apiGroup: string, resources: string[], verbs: string[]) => ({
  apiGroups: [apiGroup],
  resources,
  verbs,
});
const arg = (...args: string[]): Change => ["Deployment", 0, [...container, "args"], args];
const image = (name: string): Change => ["Deployment", 0, [...container, "image"], name];
const service = { add: { apiVersion: "v1", kind: "Service", metadata: namespaced("webhooks") } };
const certificate = (dnsNames: unknown, name = "serving") => ({
  add: { apiVersion: "cert-manager.io/v1", kind: "Certificate", metadata: namespaced(name), spec: { dnsNames } },
});
const webhook = (clientConfig: object, annotations: object = {}) => ({
  add: {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: metadata("validating", { annotations }),
    webhooks: [{ clientConfig: { service: { name: "webhooks", namespace } } }, { clientConfig }],
  },
});
const injected = (from: unknown): Change => [
  ...(["CustomResourceDefinition", 0, ["metadata", "annotations"]] as const),
  { "cert-manager.io/inject-ca-from": from },
];

const files: readonly (readonly [title: string, changes: readonly Change[], options?: ComponentsCheckOptions])[] = [
  ["nothing is changed", []],

  ["no account is named, so that it is the default one", [["Deployment", 0, [...pod, "serviceAccountName"], absent]]],
  [
    "a Secret of another object is mounted",
    [["Deployment", 0, [...pod, "volumes"], [{ secret: { secretName: "certs" } }]]],
  ],
  [
    "Secrets of the file are mounted, of a Certificate and as they are, and what is not a Secret",
    [
      [
        "Deployment",
        0,
        [...pod, "volumes"],
        [{ secret: { secretName: "certs" } }, { secret: { secretName: "s" } }, { emptyDir: {} }],
      ],
      { add: { kind: "Certificate", metadata: namespaced("serving"), spec: { secretName: "certs" } } },
      { add: { kind: "Secret", metadata: namespaced("s") } },
    ],
  ],
  [
    "there are no roles",
    [
      ["ClusterRole", 0, [], absent],
      ["ClusterRole", 0, [], absent],
      ["Role", 0, [], absent],
    ],
  ],
  [
    "there are no CRDs",
    [
      ["CustomResourceDefinition", 0, [], absent],
      ["CustomResourceDefinition", 0, [], absent],
    ],
  ],
  [
    "there are no bindings",
    [
      ["RoleBinding", 0, [], absent],
      ["ClusterRoleBinding", 0, [], absent],
    ],
  ],

  ["a second Namespace", [{ add: { kind: "Namespace", metadata: metadata("more") } }]],
  [
    "no Namespace, and an object in another one",
    [
      ["Namespace", 0, [], absent],
      ["Deployment", 0, ["metadata", "namespace"], "other"],
    ],
  ],
  ["an object without namespace", [["Role", 0, ["metadata", "namespace"], absent]]],
  ["an object in another namespace", [["ServiceAccount", 0, ["metadata", "namespace"], "other"]]],
  [
    "a cluster-scoped kind that clusterctl does not know",
    [{ add: { kind: "IngressClass", metadata: metadata("one") } }],
  ],
  ["a cluster-scoped kind that it knows", [{ add: { kind: "PriorityClass", metadata: metadata("one") } }]],
  ["a document without kind", [{ add: { metadata: namespaced("one") } }]],
  ["no Deployment", [["Deployment", 0, [], absent]]],
  [
    "a second Deployment without manager",
    [
      {
        add: {
          kind: "Deployment",
          metadata: namespaced("two"),
          spec: {
            template: {
              spec: {
                serviceAccountName: "infrastructure-foo-manager",
                containers: [{ name: "proxy", image: "a.b/c:d" }],
              },
            },
          },
        },
      },
    ],
  ],
  ["a container of another name", [["Deployment", 0, [...container, "name"], "proxy"]]],
  [
    "a container without name, and one that is not a container",
    [["Deployment", 0, [...pod, "containers"], [{ image: "a.b/c:d" }, "text"]]],
  ],

  ...[
    ["--namespace", "team"],
    ["--namespace=team"],
    ["--namespace", ""],
    ["--namespace", "--leader-elect"],
    ["--namespace"],
  ].map((args) => [`arguments ${args.join(" ")}`, [arg(...args)]] as const),
  ...[
    '--namespace=""',
    "--namespace=",
    "--namespace=${FOO_NAMESPACE}",
    "--namespace=${FOO_NAMESPACE:=}",
    "--namespace=${FOO_NAMESPACE:=team}",
    "--namespaces=team",
    "--watch=--namespace=team",
  ].map((one) => [`argument ${one}`, [arg(one)]] as const),
  ["a command that restricts", [["Deployment", 0, [...container, "command"], ["/manager", "--namespace=team"]]]],
  [
    "a container of another name that restricts itself",
    [["Deployment", 0, [...pod, "containers", 1], { name: "proxy", image: "a.b/c:d", args: ["--namespace=team"] }]],
  ],
  ...[
    "foo",
    "foo:v1",
    "foo/bar",
    "registry.example.com/foo",
    "localhost/foo:v1",
    "a:5000/b/c:v1",
    "a.b/c@sha256:0",
    "${FOO_IMAGE}",
    "${FOO_IMAGE:=a.b/c:d}",
    "a.b/:v1",
    "a.b/c:",
  ].map((name) => [`image ${name}`, [image(name)]] as const),
  ["no image", [["Deployment", 0, [...container, "image"], absent]]],
  [
    "an init container whose image has no host",
    [["Deployment", 0, [...pod, "initContainers"], [{ image: "a.b/c:d" }, { image: "busybox:1" }]]],
  ],

  ...[
    "${FOO_X}",
    "${ FOO_X }",
    "${FOO_X:=1}",
    "${FOO_X=1}",
    "${FOO_X:-1}",
    "$${BAR}",
    "${FOO_X:+1}",
    "${BAR}",
    "${FOO}",
    "${FOO_X} ${BAR:=2}",
    "${}",
  ].map((one) => [`variable ${one}`, [arg(one)]] as const),
  ["a variable in a key", [["Deployment", 0, [...pod, "nodeSelector"], { "${BAR}": "${BAR}" }]]],
  ["a variable in a CRD", [["CustomResourceDefinition", 0, ["metadata", "annotations"], { a: "${BAR}" }]]],
  [
    "a variable of a provider whose name has dashes",
    [
      arg("${FOO_BAR_X}", "${FOO_X}"),
      ["Namespace", 0, ["metadata", "labels"], { "cluster.x-k8s.io/provider": "addon-foo-bar" }],
    ],
  ],
  [
    "a label that names no provider",
    [["Namespace", 0, ["metadata", "labels"], { "cluster.x-k8s.io/provider": "foo" }]],
  ],
  ["an empty label", [["Role", 0, ["metadata", "labels"], { "cluster.x-k8s.io/provider": "" }]]],

  ["a CRD of another name", [["CustomResourceDefinition", 0, ["metadata", "name"], "foo.foo.example.com"]]],
  [
    "a CRD of another name that is exempt, but a kind of the contract",
    [
      ["CustomResourceDefinition", 0, ["metadata", "name"], "foo.foo.example.com"],
      [
        "CustomResourceDefinition",
        0,
        ["metadata", "annotations"],
        { "clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check": "" },
      ],
    ],
  ],
  ...[{}, { "clusterctl.cluster.x-k8s.io/skip-crd-name-preflight-check": "" }].map(
    (annotations): readonly [string, Change[]] => [
      `another CRD of another name with ${JSON.stringify(annotations)}`,
      [
        {
          add: {
            kind: "CustomResourceDefinition",
            metadata: metadata("a.b", { annotations }),
            spec: { group: "b.com", names: { kind: "A", plural: "a" } },
          },
        },
      ],
    ],
  ),
  ["no template", [["CustomResourceDefinition", 1, [], absent]]],
  ["a template of another group", [["CustomResourceDefinition", 1, ["spec", "group"], "bar.example.com"]]],

  ["a Service that is not there", [webhook({ service: { name: "other", namespace } }), service]],
  ["a Service in another namespace", [webhook({ service: { name: "webhooks", namespace: "other" } }), service]],
  ["a webhook of another place", [webhook({ url: "https://a" }), service]],
  ["an injection that says nothing", [injected(1), service]],
  ["an injection of a Certificate that is not there", [injected(`${namespace}/serving`)]],
  ["an injection of a Certificate", [injected(`${namespace}/serving`), certificate([])]],
  ["an injection of one in another namespace", [injected("other/serving"), certificate([])]],
  ["an injection without namespace", [injected("serving"), certificate([])]],
  ["an injection with more", [injected(`${namespace}/serving/more`), certificate([])]],
  [
    "an injection where no namespace is known",
    [injected("other/serving"), certificate(["webhooks.other.svc"]), service, ["Namespace", 0, [], absent]],
  ],
  [
    "host names of Services",
    [certificate([`webhooks.${namespace}.svc`, `webhooks.${namespace}.svc.cluster.local`, "example.com"]), service],
  ],
  [
    "host names of others",
    [
      certificate([`other.${namespace}.svc`, "webhooks.other.svc.cluster.local", `webhooks.${namespace}.svcs`]),
      service,
    ],
  ],
  [
    "host names of others where no namespace is known",
    [certificate(["other.any.svc"]), service, ["Namespace", 0, [], absent]],
  ],
  [
    "a conversion webhook",
    [
      [
        "CustomResourceDefinition",
        0,
        ["spec", "conversion"],
        { strategy: "Webhook", webhook: { clientConfig: { service: { name: "webhooks", namespace: "other" } } } },
      ],
      service,
    ],
  ],
  [
    "host names of what is not a Certificate",
    [{ add: { kind: "Issuer", metadata: namespaced("i"), spec: { dnsNames: ["a.b.svc"] } } }],
  ],

  ["identities are not moved", [], { identityKinds: ["FooMachine", "Other"] }],
  [
    "identities are moved, with others or alone",
    [
      ["CustomResourceDefinition", 0, ["metadata", "labels", "clusterctl.cluster.x-k8s.io/move"], ""],
      ["CustomResourceDefinition", 1, ["metadata", "labels", "clusterctl.cluster.x-k8s.io/move-hierarchy"], ""],
    ],
    { identityKinds: ["FooMachine", "FooMachineTemplate"] },
  ],
  ["owners block", [], { blockingOwners: ["foomachines", "machines"] }],
  [
    "owners block, as they may",
    [
      rule(8, granted("foo.example.com", ["foomachines/finalizers"], ["update"])),
      rule(9, granted("cluster.x-k8s.io", ["machines/finalizers"], ["*"])),
    ],
    { blockingOwners: ["foomachines", "machines"] },
  ],
  ["references are resolved", [], { resolvesReferences: true }],
  [
    "references are resolved, as they may",
    [rule(7, granted("apiextensions.k8s.io", ["customresourcedefinitions"], ["get", "list", "watch"]))],
    { resolvesReferences: true },
  ],

  ["events of the old group", [rule(4, granted("", ["events"], ["create", "patch"]))]],
  ["events that are created alone", [rule(4, granted("", ["events"], ["create"]))]],
  ["leases for all namespaces", [rule(8, granted("coordination.k8s.io", ["leases"], ["get"]))]],
  ["all of its groups", [rule(8, granted("*", ["foos"], ["get"]))]],
  ["all verbs", [rule(8, granted("foo.example.com", ["foos"], ["*"]))]],
  ["writes of finalizers of core", [rule(8, granted("cluster.x-k8s.io", ["machines/finalizers"], ["update"]))]],
  ["writes of kinds of core", [rule(8, granted("cluster.x-k8s.io", ["machinedeployments"], ["get", "update"]))]],
  ["writes of Nodes", [rule(8, granted("", ["nodes"], ["get", "patch"]))]],
  ["reads of Nodes", [rule(8, granted("", ["nodes"], ["get", "list", "watch"]))]],
  ["writes of other kinds", [rule(8, granted("", ["pods"], ["delete"]))]],
  ["writes of what others call Nodes", [rule(8, granted("example.com", ["nodes"], ["delete"]))]],
  ["updates of all CRDs", [rule(8, granted("apiextensions.k8s.io", ["customresourcedefinitions"], ["patch"]))]],
  [
    "updates of some CRDs",
    [rule(8, { ...granted("apiextensions.k8s.io", ["customresourcedefinitions"], ["update"]), resourceNames: ["a"] })],
  ],
  ["Secrets that are not a bootstrap provider's", [rule(3, granted("", ["configmaps"], ["get"]))]],

  ["access for core is not its label", [["ClusterRole", 1, ["metadata", "labels"], labels]]],
  ["access for core is a Role", [["ClusterRole", 1, ["kind"], "Role"]]],
  [
    "access for core to subresources and to what others have",
    [
      [
        "ClusterRole",
        1,
        ["rules", 1],
        { apiGroups: ["foo.example.com"], resources: ["foomachines/status", "others/status", "*"], verbs: ["get"] },
      ],
      ["ClusterRole", 1, ["rules", 2], granted("other.com", ["others"], ["get"])],
    ],
  ],
  [
    "access for core to one of two groups",
    [["ClusterRole", 1, ["rules", 0, "apiGroups"], ["other.com", "foo.example.com"]]],
  ],
  [
    "access for core that is not to write",
    [["ClusterRole", 1, ["rules", 0, "verbs"], ["get", "list", "watch", "patch"]]],
  ],

  [
    "rights that are aggregated",
    [
      ["ClusterRole", 0, ["aggregationRule"], { clusterRoleSelectors: [{ matchLabels: { a: "b", c: "d" } }, "text"] }],
      ["ClusterRole", 0, ["rules"], []],
      {
        add: {
          kind: "ClusterRole",
          metadata: metadata("one", { labels: { ...labels, a: "b", c: "d" } }),
          rules: [granted("*", ["*"], ["*"])],
        },
      },
      {
        add: {
          kind: "ClusterRole",
          metadata: metadata("two", { labels: { ...labels, a: "b" } }),
          rules: [granted("", ["nodes"], ["delete"])],
        },
      },
    ],
  ],
  [
    "rights in the Role of another namespace",
    [
      ["RoleBinding", 0, ["metadata", "namespace"], "other"],
      ["RoleBinding", 0, ["subjects", 0, "namespace"], "other"],
    ],
  ],
  ["a binding without subjects", [["ClusterRoleBinding", 0, ["subjects"], absent]]],
  ["a binding to a User", [["ClusterRoleBinding", 0, ["subjects", 0, "kind"], "User"]]],
  ["a binding of another kind of role", [["ClusterRoleBinding", 0, ["roleRef", "kind"], "Role"]]],
  ["a binding of a role that is not there", [["RoleBinding", 0, ["roleRef", "name"], "other"]]],

  ["the namespace in a flag", [arg(`--a=${namespace}`)]],
  [
    "the namespace in a list, a path and a host name",
    [arg(`a,${namespace}`, `${namespace}/b`, `b:${namespace}`, `b ${namespace}`, `x.${namespace}.svc`)],
  ],
  ["a namespace that would be the target, if the file had one", [arg("x.undefined.svc"), ["Namespace", 0, [], absent]]],
  ["the namespace as part of a word", [arg(`my-${namespace}`, `${namespace}s`, `x.${namespace}`)]],
  [
    "the namespace in the environment and the command",
    [
      ["Deployment", 0, [...container, "env", 1], { name: "A", value: namespace }],
      ["Deployment", 0, [...container, "command"], [namespace]],
    ],
  ],
  ["the namespace elsewhere in a container", [["Deployment", 0, [...container, "workingDir"], `/${namespace}`]]],
  [
    "the namespace in resource names",
    [["Role", 0, ["rules", 1], { ...granted("", ["configmaps"], ["get"]), resourceNames: ["a", namespace] }]],
  ],
  ["the namespace where none is known", [arg(`--a=${namespace}`), ["Namespace", 0, [], absent]]],
  [
    "an account that a binding names in no namespace",
    [
      ["RoleBinding", 0, ["subjects", 0, "namespace"], absent],
      ["ClusterRoleBinding", 0, ["subjects", 0, "namespace"], absent],
    ],
  ],
  ["a kind that gets a namespace when it is installed", [{ add: { kind: "ClusterIssuer", metadata: metadata("i") } }]],
];

export const edgeComponents: readonly EdgeComponents[] = files.map(([title, changes, options]) => ({
  title,
  changes,
  ...(options === undefined ? {} : { options }),
}));

/** The documents of the changed components file. */
export function documentsOf({ changes }: EdgeComponents): readonly object[] {
  return changes.reduce<readonly object[]>((documents, change) => {
    if ("add" in change) return [...documents, change.add];
    const [kind, nth, at, to] = change;
    const target = documents.filter((document) => (document as { kind?: string }).kind === kind)[nth];
    if (target === undefined) throw new Error(`There is no ${kind} ${nth}.`);
    if (at.length === 0) return documents.filter((document) => document !== target);
    return documents.map((document) => (document === target ? mutate(document, { at, to }) : document));
  }, correct);
}
