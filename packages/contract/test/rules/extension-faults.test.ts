import { checkComponents } from "@capstan/contract";
import { describe, expect, test } from "vitest";

const metadata = (name: string, more: object = {}) => ({ name, namespace: "system", ...more });
const service = { apiVersion: "v1", kind: "Service", metadata: metadata("hooks") };
const certificate = {
  apiVersion: "cert-manager.io/v1",
  kind: "Certificate",
  metadata: metadata("c"),
  spec: { secretName: "cert" },
};
const injection = "runtime.cluster.x-k8s.io/inject-ca-from-secret";

function extension(clientConfig: object, from?: unknown) {
  const annotations = from === undefined ? {} : { [injection]: from };
  return {
    apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
    kind: "ExtensionConfig",
    metadata: { name: "x", annotations },
    spec: { clientConfig },
  };
}

const toService = { service: { name: "hooks", namespace: "system" } };

/** The findings of rule RX-009. */
function faultsOf(...documents: object[]) {
  return checkComponents(documents)
    .violations.filter(({ rule }) => rule === "RX-009")
    .map(({ path, actual }) => ({ path, actual }));
}

const noService = (actual: string) => ({ path: "spec.clientConfig.service.name", actual });
const noSecret = (actual: unknown) => ({ path: `metadata.annotations['${injection}']`, actual });

describe("an ExtensionConfig in a components file (RX-009)", () => {
  test("has its Service, and a Secret that a Certificate issues", () => {
    expect(faultsOf(extension(toService, "system/cert"), service, certificate)).toEqual([]);
    const secret = { apiVersion: "v1", kind: "Secret", metadata: metadata("cert") };
    expect(faultsOf(extension(toService, "system/cert"), service, secret)).toEqual([]);
  });

  test("needs a Service of the same name and namespace", () => {
    const config = extension(toService, "system/cert");
    const other = { ...service, kind: "Endpoints" };
    const elsewhere = { ...service, metadata: { ...service.metadata, namespace: "other" } };
    const named = { ...service, metadata: metadata("others") };
    expect(faultsOf(config, certificate, other, elsewhere, named)).toEqual([noService("system/hooks")]);
  });

  test("with a URL needs none", () => {
    expect(faultsOf(extension({ url: "https://x.example.com" }, "system/cert"), certificate)).toEqual([]);
  });

  test("needs a certificate that the core trusts", () => {
    expect(faultsOf(extension(toService), service, certificate)).toEqual([noSecret(undefined)]);
    expect(faultsOf(extension(toService, "other/cert"), service, certificate)).toEqual([noSecret("other/cert")]);
    expect(faultsOf(extension(toService, 1), service, certificate)).toEqual([noSecret(1)]);
    const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: metadata("cert") };
    expect(faultsOf(extension(toService, "system/cert"), service, configMap)).toEqual([noSecret("system/cert")]);
  });

  test("with a caBundle of its own needs no Secret", () => {
    expect(faultsOf(extension({ ...toService, caBundle: "UEVN" }), service)).toEqual([]);
  });
});
