import path from "node:path";
import process from "node:process";
import { coreCRDs } from "@capstan/contract";
import { CustomResourceDefinition } from "@capstan/runtime";
import { installedCoreCRDs, TestEnvironment } from "@capstan/testkit";
import { afterEach, describe, expect, test, vi } from "vitest";

const { CAPSTAN_CLUSTER_API_ASSETS = "" } = process.env;
const writtenBy = "controller-gen.kubebuilder.io/version";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the core CRDs of a test environment", () => {
  test("are Capstan's if CAPSTAN_CORE_CRDS is unset", () => {
    vi.stubEnv("CAPSTAN_CORE_CRDS", "");
    expect(installedCoreCRDs()).toBe(coreCRDs);
  });

  test("are rejected if its folder contains none", () => {
    expect(() => installedCoreCRDs(import.meta.dirname)).toThrow(
      `${import.meta.dirname} (CAPSTAN_CORE_CRDS) holds no CustomResourceDefinition (*.yaml)`,
    );
  });

  test.runIf(CAPSTAN_CLUSTER_API_ASSETS !== "")("are Cluster API's if it names their folder", async () => {
    vi.stubEnv("CAPSTAN_CORE_CRDS", path.join(CAPSTAN_CLUSTER_API_ASSETS, "crds/core"));
    await using env = await TestEnvironment.start();
    const { items } = await env.client.list(CustomResourceDefinition);
    const upstream = items.filter(({ metadata }) => metadata.annotations?.[writtenBy] !== undefined);
    const names = upstream.map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(coreCRDs.map(({ metadata }) => metadata.name)));
    expect(names).toContain("clusterclasses.cluster.x-k8s.io");
  });
});
