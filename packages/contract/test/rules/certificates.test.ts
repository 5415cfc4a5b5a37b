import { checkComponents } from "@capstan/contract";
import { expect, test } from "vitest";

const namespace = "foo-system";
const service = { kind: "Service", metadata: { name: "webhooks", namespace } };
const webhook = (annotated: string, name = "webhooks") => ({
  kind: "ValidatingWebhookConfiguration",
  metadata: { name, annotations: { "cert-manager.io/inject-ca-from": annotated } },
  webhooks: [{ clientConfig: { service: { name, namespace } } }],
});
const certificate = (...dnsNames: string[]) => ({
  kind: "Certificate",
  metadata: { name: "serving", namespace },
  spec: { dnsNames },
});

/** The problems with the host names of the Certificate. */
function found(...documents: object[]): string[] {
  return checkComponents([{ kind: "Namespace", metadata: { name: namespace } }, service, ...documents])
    .violations.filter(({ rule, path }) => rule === "PC-016" && path.startsWith("spec.dnsNames"))
    .map(({ object, path, expected }) => `${object} ${path}: ${expected}`);
}

const missing = (host: string) => [`Certificate serving spec.dnsNames: ${host}, the name that the API server calls`];
const called = webhook(`${namespace}/serving`);

test("a Certificate has the host name of the webhooks that trust it", () => {
  expect(found(certificate("webhooks.foo-system.svc"), called)).toEqual([]);
  expect(found(certificate("webhooks.foo-system.svc", "webhooks.foo-system.svc.cluster.local"), called)).toEqual([]);
});

test.each([
  ["none", []],
  ["the short name of the Service", ["webhooks"]],
  ["the name in the cluster's domain alone", ["webhooks.foo-system.svc.cluster.local"]],
  ["a name with a typing error", ["webhooks.foo-system.sv"]],
])("a Certificate with %s lacks that name", (_what, hosts) => {
  expect(found(certificate(...hosts), called)).toEqual(missing("webhooks.foo-system.svc"));
});

test("an object of another kind is not checked", () => {
  expect(found({ ...certificate(), kind: "Issuer" }, called)).toEqual([]);
});

test("each missing name is reported once, for any number of webhooks", () => {
  expect(found(certificate(), called, { ...called, metadata: { ...called.metadata, name: "more" } })).toEqual(
    missing("webhooks.foo-system.svc"),
  );
});

test("a Certificate in another namespace or without a webhook that injects its CA needs no name", () => {
  expect(found(certificate())).toEqual([]);
  expect(found(certificate(), webhook("other/serving"))).toEqual([]);
});

test("a Certificate also needs the host name of a CRD's conversion webhook", () => {
  const crd = {
    kind: "CustomResourceDefinition",
    metadata: { name: "foos", annotations: { "cert-manager.io/inject-ca-from": `${namespace}/serving` } },
    spec: { conversion: { webhook: { clientConfig: { service: { name: "webhooks", namespace } } } } },
  };
  expect(found(certificate(), crd)).toEqual(missing("webhooks.foo-system.svc"));
});
