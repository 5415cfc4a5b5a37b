import { type Client, createClient, type KubernetesObject, Secret } from "@capstan/provider";
import { installCRDs } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RealApiServer } from "@capstan/testkit";
import { KubeadmConfig } from "../../src/index.ts";
import { DataTooLargeError, dataOutcome } from "../../src/reconcilers/kubeadm-config/bootstrap-data-outcome.ts";
import { assets } from "../kubeadm.ts";

const namespace = "default";
const mostBytes = 1024 * 1024 - "cloud-config".length;

/** A KubeadmConfig with the given number of files of 10 KiB each, the maximum of the schema. */
function configWithFiles(name: string, count: number): KubernetesObject {
  const files = Array.from({ length: count }, (_, index) => ({ path: `/${index}`, content: "x".repeat(10_240) }));
  const metadata = { namespace, name };
  const object = { apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2", kind: "KubeadmConfig", metadata, spec: { files } };
  return object;
}

test("data is too large from the first byte beyond the limit of a Secret", () => {
  expect(dataOutcome("x".repeat(mostBytes), {})).toMatchObject({ type: "data" });
  expect(() => dataOutcome("x".repeat(mostBytes + 1), {})).toThrow(DataTooLargeError);
  expect(() => dataOutcome("ü".repeat(mostBytes / 2 + 1), {})).toThrow(`${mostBytes + 2} bytes`);
});

describe.runIf(assets !== undefined)("a kube-apiserver rejects for its size", () => {
  let server: RealApiServer;
  let client: Client;
  beforeAll(async () => {
    server = await RealApiServer.start();
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/0" });
    await installCRDs(client, KubeadmConfig.crds);
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });

  const createSecret = (name: string, bytes: number) =>
    client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name },
      data: {
        value: Buffer.alloc(bytes, "x").toString("base64"),
        format: Buffer.from("cloud-config").toString("base64"),
      },
    });

  test("a Secret with one byte more than the data limit", async () => {
    await expect(createSecret("fits", mostBytes)).resolves.toBeDefined();
    await expect(createSecret("too-large", mostBytes + 1)).rejects.toMatchObject({ status: 422, reason: "Invalid" });
  });

  test("a KubeadmConfig that is too large for etcd, within all limits of its schema", async () => {
    await expect(
      client.create<KubernetesObject>(KubeadmConfig.kind, configWithFiles("large", 140)),
    ).resolves.toBeDefined();
    await expect(
      client.create<KubernetesObject>(KubeadmConfig.kind, configWithFiles("too-large", 160)),
    ).rejects.toMatchObject({
      message: expect.stringContaining("too large") as unknown,
    });
  });
});
