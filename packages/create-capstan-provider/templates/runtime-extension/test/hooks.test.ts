import type { HookPatch } from "@capstan/runtime-extension";
import { applyPatch, callHook, sampleRequest } from "@capstan/runtime-extension/testing";
import { expect, test } from "vitest";
import { extension } from "../src/extension.ts";
import { keepAnnotation } from "../src/hooks/before-cluster-delete.ts";
import { machineTemplate } from "./machine-template.ts";

test("a Cluster with the annotation is kept", async () => {
  const request = sampleRequest("BeforeClusterDelete");
  expect(await callHook(extension, request)).toMatchObject({ retryAfterSeconds: 0 });

  const metadata = { ...request.cluster.metadata, annotations: { [keepAnnotation]: "" } };
  const kept = { ...request, cluster: { ...request.cluster, metadata } };
  expect(await callHook(extension, kept)).toMatchObject({ retryAfterSeconds: 30 });
});

test("machines have a label with the value of the variable", async () => {
  const request = sampleRequest("GeneratePatches", { items: [machineTemplate] });
  const variable = { name: "__variableName__", value: "team-a" };
  const { items } = await callHook(extension, { ...request, variables: [variable] });
  const [patch] = items as [HookPatch];
  expect(applyPatch(machineTemplate.object, patch)).toMatchObject({
    spec: { template: { metadata: { labels: { "__name__.example.com/payer": "team-a" } } } },
  });
});

test("a value that cannot be a label is refused", async () => {
  const request = sampleRequest("GeneratePatches", { items: [machineTemplate] });
  const variable = { name: "__variableName__", value: "Team A, Inc." };
  expect(await callHook(extension, { ...request, variables: [variable] })).toMatchObject({
    status: "Failure",
    message: expect.stringContaining("__variableName__") as string,
  });
});
