import { fieldsAt, listAt } from "@capstan/kube";
import { type Json, labelOf, textOrEmpty, stringsAt } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { type Bundle } from "./bundle.ts";

const injection = "cert-manager.io/inject-ca-from";

/** References to Services and Certificates that clusterctl or the API server could not resolve. */
export function* webhookFaults({ documents, namespace }: Bundle): Iterable<Fault> {
  yield* missingHostFaults(documents);
  const exists = (kind: string, name: string) =>
    documents.some((document) => document.kind === kind && textOrEmpty(document, "metadata", "name") === name);
  for (const document of documents) {
    const object = labelOf(document);
    for (const { path, service } of servicesOf(document)) {
      const [name, space] = [textOrEmpty(service, "name"), textOrEmpty(service, "namespace")];
      if (!exists("Service", name))
        yield { object, path: `${path}.name`, expected: "a Service of the file", actual: name };
      if (namespace !== undefined && space !== namespace) {
        yield { object, path: `${path}.namespace`, expected: namespace, actual: space };
      }
    }
    yield* hostFaults(document, namespace, exists);
    const injected = fieldsAt(document, "metadata", "annotations")[injection];
    if (typeof injected !== "string") continue;
    const [space, name, ...rest] = injected.split("/");
    const valid = rest.length === 0 && name !== undefined && exists("Certificate", name);
    if (valid && (namespace === undefined || space === namespace)) continue;
    const expected = "namespace/name of a Certificate of the file";
    yield { object, path: `metadata.annotations['${injection}']`, expected, actual: injected };
  }
}

/** Certificates whose CA is injected for a Service and that lack the host name under which the API server calls it. */
function* missingHostFaults(documents: readonly Json[]): Iterable<Fault> {
  for (const certificate of documents.filter(({ kind }) => kind === "Certificate")) {
    const [space, name] = [
      textOrEmpty(certificate, "metadata", "namespace"),
      textOrEmpty(certificate, "metadata", "name"),
    ];
    const injected = documents.filter(
      (document) => fieldsAt(document, "metadata", "annotations")[injection] === `${space}/${name}`,
    );
    const called = injected.flatMap(servicesOf).map(({ service }) => service);
    const hosts = new Set(
      called.map((service) => [textOrEmpty(service, "name"), textOrEmpty(service, "namespace"), "svc"].join(".")),
    );
    const actual = stringsAt(certificate, "spec", "dnsNames");
    for (const expected of [...hosts].filter((host) => !actual.includes(host))) {
      yield {
        object: labelOf(certificate),
        path: "spec.dnsNames",
        expected: `${expected}, the name that the API server calls`,
        actual,
      };
    }
  }
}

/** Host names of Services in a Certificate. */
function* hostFaults(
  document: Json,
  namespace: string | undefined,
  exists: (kind: string, name: string) => boolean,
): Iterable<Fault> {
  if (document.kind !== "Certificate") return;
  for (const [index, host] of stringsAt(document, "spec", "dnsNames").entries()) {
    const [, name = "", space] = /^([^.]+)\.([^.]+)\.svc(?:\.|$)/.exec(host) ?? [];
    if (space === undefined || ((namespace === undefined || space === namespace) && exists("Service", name))) continue;
    const expected = `the host name of a Service of the file${namespace === undefined ? "" : ` in ${namespace}`}`;
    yield { object: labelOf(document), path: `spec.dnsNames[${index}]`, expected, actual: host };
  }
}

function servicesOf(document: Json): { path: string; service: Json }[] {
  const conversion = fieldsAt(document, "spec", "conversion", "webhook", "clientConfig", "service");
  const webhooks = listAt(document, "webhooks").map((webhook, index) => ({
    path: `webhooks[${index}].clientConfig.service`,
    service: fieldsAt(webhook, "clientConfig", "service"),
  }));
  return [{ path: "spec.conversion.webhook.clientConfig.service", service: conversion }, ...webhooks].filter(
    ({ service }) => Object.keys(service).length > 0,
  );
}
