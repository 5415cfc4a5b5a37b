import { expect, test } from "vitest";
import { ApiServer } from "../src/index.ts";
import { ReviewWebhook } from "./conformance/review-webhook.ts";
import { Wire } from "./conformance/target.ts";

test("a webhook for all resources gets the writes of a Deployment, and those of its Scale as a Scale", async () => {
  await using server = await ApiServer.start();
  await using webhook = await ReviewWebhook.start();
  const wire = new Wire(server.kubeconfig);
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const labels = { app: "a" };
  await wire.post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "all" },
    webhooks: [
      {
        name: "all.example.com",
        clientConfig: webhook.clientConfig("/all"),
        rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  await wire.post(deployments, {
    metadata: { name: "a" },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } },
    },
  });
  expect((await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 3 } })).status).toBe(200);
  expect((await wire.patch(`${deployments}/a/status`, "merge", { status: { replicas: 3 } })).status).toBe(200);
  expect(webhook.asked("/all")).toMatchObject([
    { operation: "CREATE", kind: { kind: "Deployment" } },
    { operation: "UPDATE", kind: { kind: "Scale" }, subResource: "scale" },
    { operation: "UPDATE", kind: { kind: "Deployment" }, subResource: "status" },
  ]);
});
