import { fieldsAt, isJsonObject, listAt, textAt } from "@capstan/kube";
import { absent } from "../../../packages/contract/test/rules/mutation.ts";
import { type FaultKind, type FaultSubject, type FaultTarget, type Json } from "./fault.ts";
import { change, inKinds, inRoleCRDs, type Keys, removal, valueAt } from "./targets.ts";

const pod = ["spec", "template", "spec"];
const injection = "cert-manager.io/inject-ca-from";
const providerLabel = "cluster.x-k8s.io/provider";

/** The containers of Deployments, with their keys. */
function inContainers(
  subject: FaultSubject,
  targetsIn: (keys: Keys, container: unknown) => (readonly [Keys, unknown])[],
): FaultTarget[] {
  return inKinds(["Deployment"], subject, (deployment, index) =>
    listAt(deployment, ...pod, "containers").flatMap((container, at) =>
      targetsIn([...pod, "containers", at], container).map(([keys, to]) => change(index, deployment, keys, to)),
    ),
  );
}

/** The references to Services in webhooks and conversions. */
function inServices(subject: FaultSubject, to: Readonly<Record<string, string>>): FaultTarget[] {
  return subject.documents.flatMap((document, index) => {
    const places: Keys[] = [
      ["spec", "conversion", "webhook", "clientConfig", "service"],
      ...listAt(document, "webhooks").map((_, at) => ["webhooks", at, "clientConfig", "service"]),
    ];
    return places
      .filter((keys) => isJsonObject(valueAt(document, keys)))
      .flatMap((keys) => Object.entries(to).map(([name, value]) => change(index, document, [...keys, name], value)));
  });
}

function isInNamespace({ kind, metadata }: Json): boolean {
  return kind !== "CustomResourceDefinition" && textAt(metadata, "namespace") !== undefined;
}

/** Faults in a components file, except CRDs and roles. */
export const manifestFaults: readonly FaultKind[] = [
  {
    name: "no Template for a kind",
    rules: ["BT-001", "ICT-001"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document, role, group, kind }) => {
        const main = subject.documents.some(
          (other) =>
            textAt(other, "spec", "names", "kind") === kind.slice(0, -8) && textAt(other, "spec", "group") === group,
        );
        const isAsked = /^(BootstrapConfig|InfraMachine|InfraCluster)Template$/.test(role);
        return main && isAsked ? [removal(index, document)] : [];
      }),
  },
  {
    name: "wrong host names of a Certificate",
    rules: ["PC-016"],
    targetsIn: (subject) =>
      inKinds(["Certificate"], subject, (certificate, index) => {
        const hosts = listAt(certificate, "spec", "dnsNames").map(String);
        const others: [string, string][] = [
          ["-service.", "-servic."],
          [".svc", ".svcs"],
          ["-system.", "-sytem."],
        ];
        const changed = others.map(([from, to]) => hosts.map((host) => host.replace(from, to)));
        return [...changed, ["localhost"], hosts.map((host) => host.split(".")[0] ?? "")]
          .filter((names) => names.join() !== hosts.join())
          .map((names) => change(index, certificate, ["spec", "dnsNames"], names));
      }),
  },
  {
    name: "webhook of a Service that is not there",
    rules: ["PC-016"],
    targetsIn: (subject) => inServices(subject, { name: "no-such-service", namespace: "no-such-namespace" }),
  },
  {
    name: "CA of a Certificate that is not there",
    rules: ["PC-016"],
    targetsIn: (subject) =>
      subject.documents.flatMap((document, index) => {
        const injected = fieldsAt(document, "metadata", "annotations")[injection];
        if (typeof injected !== "string") return [];
        const keys = ["metadata", "annotations", injection];
        return [injected.split("/").at(-1), `${injected}-of-others`].map((to) => change(index, document, keys, to));
      }),
  },
  {
    name: "no provider label",
    rules: ["PC-013"],
    targetsIn: (subject) =>
      subject.documents.flatMap((document, index) =>
        fieldsAt(document, "metadata", "labels")[providerLabel] === undefined
          ? []
          : [change(index, document, ["metadata", "labels", providerLabel], absent)],
      ),
  },
  {
    name: "object of another namespace",
    rules: ["PC-004"],
    targetsIn: (subject) =>
      subject.documents.flatMap((document, index) =>
        isInNamespace(document) ? [change(index, document, ["metadata", "namespace"], "kube-public")] : [],
      ),
  },
  {
    name: "no container named manager",
    rules: ["PC-007"],
    targetsIn: (subject) =>
      inContainers(subject, (keys, container) =>
        textAt(container, "name") === "manager" ? [[[...keys, "name"], "controller"]] : [],
      ),
  },
  {
    name: "image without host or tag",
    rules: ["PC-011"],
    targetsIn: (subject) =>
      inContainers(subject, (keys, container) =>
        ["controller:latest", "example.com/controller", "foo/bar:v1"]
          .filter((image) => image !== textAt(container, "image"))
          .map((image) => [[...keys, "image"], image]),
      ),
  },
  {
    name: "manager of one namespace",
    rules: ["PC-008"],
    targetsIn: (subject) =>
      inContainers(subject, (keys, container) => {
        const args = listAt(container, "args");
        if (textAt(container, "name") !== "manager") return [];
        return [
          [
            [...keys, "args"],
            [...args, "--namespace=team"],
          ],
          [
            [...keys, "args"],
            [...args, "--namespace", "team"],
          ],
        ];
      }),
  },
  {
    name: "variable of a form that clusterctl does not know",
    rules: ["PC-012"],
    targetsIn: (subject) =>
      inContainers(subject, (keys, container) =>
        listAt(container, "args").map((_, at) => [[...keys, "args", at], "--level=${LEVEL:?unset}"]),
      ),
  },
  {
    name: "account that is not there",
    rules: ["PC-001"],
    targetsIn: (subject) =>
      inKinds(["Deployment"], subject, (deployment, index) => [
        change(index, deployment, [...pod, "serviceAccountName"], "no-such-account"),
      ]),
  },
];
