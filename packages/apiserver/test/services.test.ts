import { expect, test } from "vitest";
import { ApiServer, type ServicePort } from "../src/index.ts";
import { admissionGroup, configMaps } from "./conformance/admission-world.ts";
import { gadgetDefinition, GadgetWebhook } from "./conformance/gadget-webhook.ts";
import { ReviewWebhook } from "./conformance/review-webhook.ts";
import { eventually, Wire } from "./conformance/target.ts";

test("an admission webhook behind a Service is called at its address by its in-cluster name", async () => {
  await using webhook = await ReviewWebhook.start();
  const asked: ServicePort[] = [];
  await using server = await ApiServer.start({
    services: (service) => {
      asked.push(service);
      return service.name === "hook" ? webhook.address : undefined;
    },
  });
  const wire = new Wire(server.kubeconfig);
  const configure = (name: string, clientConfig: object): Promise<unknown> =>
    wire.post(`${admissionGroup}/validatingwebhookconfigurations`, {
      metadata: { name },
      webhooks: [
        {
          name: `${name}.example.com`,
          clientConfig,
          rules: [configMaps],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    });
  await configure("first", webhook.serviceConfig("/first"));
  const configMapsPath = "/api/v1/namespaces/default/configmaps";
  expect((await wire.post(configMapsPath, { metadata: { name: "a" } })).status).toBe(201);
  expect(webhook.asked("/first")).toMatchObject([{ operation: "CREATE", name: "a" }]);
  expect(asked).toEqual([{ namespace: "default", name: "hook", port: 443 }]);

  const { caBundle } = webhook.serviceConfig("/");
  await configure("second", { service: { namespace: "default", name: "none", port: 8443 }, caBundle });
  const missing = await wire.post(configMapsPath, { metadata: { name: "b" } });
  expect([missing.status, missing.body.message]).toEqual([
    500,
    'Internal error occurred: failed calling webhook "second.example.com": failed to call webhook: Post "https://none.default.svc:8443/?timeout=10s": service "none" not found',
  ]);
});

test("a certificate for another name than the Service's is rejected", async () => {
  await using webhook = await ReviewWebhook.start();
  await using server = await ApiServer.start({ services: () => webhook.address });
  const wire = new Wire(server.kubeconfig);
  const { caBundle } = webhook.serviceConfig("/");
  await wire.post(`${admissionGroup}/validatingwebhookconfigurations`, {
    metadata: { name: "other" },
    webhooks: [
      {
        name: "other.example.com",
        clientConfig: { service: { namespace: "default", name: "other" }, caBundle },
        rules: [configMaps],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  const { status } = await wire.post("/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
  expect([status, webhook.calls]).toEqual([500, []]);
});

test("a conversion webhook behind a Service is called at its address, also in a fork", async () => {
  await using webhook = await GadgetWebhook.start();
  await using origin = await ApiServer.start({ services: () => webhook.address });
  const conversion = {
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig: webhook.serviceConfig },
  };
  const wire = new Wire(origin.kubeconfig);
  await wire.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", gadgetDefinition("Behind", conversion));
  const path = (version: string): string => `/apis/gadgets.io/${version}/namespaces/default/gadgetbehinds`;
  await eventually(
    () => wire.get(path("v2")),
    ({ status }) => status === 200,
  );
  const gadget = {
    apiVersion: "gadgets.io/v2",
    kind: "GadgetBehind",
    metadata: { name: "a" },
    spec: { width: 2, height: 3 },
  };
  expect((await wire.post(path("v2"), gadget)).status).toBe(201);
  await using fork = await origin.fork();
  for (const server of [origin, fork]) {
    const { body } = await new Wire(server.kubeconfig).get(`${path("v1")}/a`);
    expect(body.spec).toMatchObject({ size: "2x3" });
  }
});

test("an APIService of another server is refused, because requests are not forwarded", async () => {
  await using server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const { status, body } = await wire.post("/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name: "v1.extended.io" },
    spec: {
      group: "extended.io",
      version: "v1",
      groupPriorityMinimum: 1,
      versionPriority: 1,
      service: { namespace: "default", name: "extension" },
    },
  });
  expect([status, body.message]).toEqual([
    422,
    'APIService.apiregistration.k8s.io "v1.extended.io" is invalid: spec.service: Forbidden: the embedded server forwards no requests to other servers',
  ]);
});
