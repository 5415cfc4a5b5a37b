import { callHook, sampleRequest } from "@capstan/runtime-extension/testing";
import { expect, test } from "vitest";
import { extension } from "../src/extension.ts";
import { keepAnnotation } from "../src/hooks/before-cluster-delete.ts";

test("a Cluster with the annotation is kept", async () => {
  const request = sampleRequest("BeforeClusterDelete");
  expect(await callHook(extension, request)).toMatchObject({ retryAfterSeconds: 0 });

  const metadata = { ...request.cluster.metadata, annotations: { [keepAnnotation]: "" } };
  const kept = { ...request, cluster: { ...request.cluster, metadata } };
  expect(await callHook(extension, kept)).toMatchObject({ retryAfterSeconds: 30 });
});
