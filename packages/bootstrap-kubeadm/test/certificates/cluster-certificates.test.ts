import { X509Certificate } from "node:crypto";
import { patienceMs } from "@capstan/harness/patience";
import { Secret } from "@capstan/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ClusterCertificatesLocation,
  type GenerationOptions,
  lookUpCertificates,
  lookUpOrGenerateCertificates,
} from "../../src/certificates/cluster-certificates.ts";
import { controlPlaneCertificates, generateCertificateAuthority } from "../../src/index.ts";
import { type TestServer, servers } from "../servers.ts";

const options: GenerationOptions = {
  owner: {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfig",
    name: "first",
    uid: "6e0a3b1c-0000-4000-8000-000000000001",
    controller: true,
    blockOwnerDeletion: true,
  },
  now: Date.parse("2026-11-21T12:00:00Z"),
};
const stacked = controlPlaneCertificates(undefined);
const external = controlPlaneCertificates({
  etcd: { external: { endpoints: ["https://e"], caFile: "/a", certFile: "/b", keyFile: "/c" } },
});
const signal = AbortSignal.timeout(patienceMs);

describe.each(servers)("the certificates of a Cluster, on %s", (_name, start) => {
  let server: TestServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server[Symbol.asyncDispose]());
  const at = (clusterName: string): ClusterCertificatesLocation => ({
    client: server.client,
    namespace: "default",
    clusterName,
  });

  test("are created once, then reused", async () => {
    const made = await lookUpOrGenerateCertificates(at("fresh"), stacked, options, signal);
    const again = await lookUpOrGenerateCertificates(at("fresh"), stacked, options, signal);
    const joined = await lookUpCertificates(at("fresh"), stacked, signal);
    expect(again).toEqual(made);
    expect(joined).toEqual(made);
    expect(made.map(({ purpose }) => purpose)).toEqual(["ca", "etcd", "proxy", "sa"]);
    expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(4);
  });

  test("are Secrets of the Cluster, owned by the config that created them", async () => {
    await lookUpOrGenerateCertificates(at("owned"), stacked, options, signal);
    const secret = await server.client.get(Secret, { namespace: "default", name: "owned-ca" });
    expect(secret.type).toBe("cluster.x-k8s.io/secret");
    expect(secret.metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "owned" });
    expect(secret.metadata.ownerReferences).toEqual([options.owner]);
    expect(Object.keys(secret.data ?? {}).sort()).toEqual(["tls.crt", "tls.key"]);
  });

  test("CP-009: are <cluster>-ca, -etcd, -proxy and -sa, with the type and the label of the contract", async () => {
    await lookUpOrGenerateCertificates(at("listed"), stacked, options, signal);
    const labelSelector = "cluster.x-k8s.io/cluster-name=listed";
    const { items } = await server.client.list(Secret, { namespace: "default", labelSelector });
    expect(items.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      ["ca", "etcd", "proxy", "sa"].map((purpose) => `listed-${purpose}`),
    );
    expect(items.map(({ type }) => type)).toEqual(Array(4).fill("cluster.x-k8s.io/secret"));
  });

  test("of the user are used, and only missing ones are created", async () => {
    const mine = await generateCertificateAuthority({ now: options.now, algorithm: "ECDSA-P256" });
    await createSecret("custom-ca", { "tls.crt": mine.certificate, "tls.key": mine.privateKey });
    const [ca, ...others] = await lookUpOrGenerateCertificates(at("custom"), stacked, options, signal);
    expect(ca).toMatchObject(mine);
    expect(others).toHaveLength(3);
    const untouched = await server.client.get(Secret, { namespace: "default", name: "custom-ca" });
    expect(untouched.metadata.ownerReferences).toBeUndefined();
  });

  test("are the same for two concurrent callers", async () => {
    const both = await Promise.all([
      lookUpOrGenerateCertificates(at("race"), stacked, options, signal),
      lookUpOrGenerateCertificates(at("race"), stacked, options, signal),
    ]);
    expect(both[0]).toEqual(both[1]);
  });

  test("of an external etcd are never created, and their absence blocks all others", async () => {
    await expect(lookUpOrGenerateCertificates(at("ext"), external, options, signal)).rejects.toThrow(
      "Secret default/ext-etcd is missing; create it",
    );
    const secrets = await server.client.list(Secret, { namespace: "default" });
    expect(secrets.items.filter(({ metadata }) => metadata.name.startsWith("ext-"))).toEqual([]);
  });

  test("without a private key are rejected where the key is needed", async () => {
    const mine = await generateCertificateAuthority({ now: options.now });
    await createSecret("keyless-ca", { "tls.crt": mine.certificate });
    await expect(lookUpCertificates(at("keyless"), stacked, signal)).rejects.toThrow(
      "Secret default/keyless-ca has no tls.key",
    );
  });

  test("without CA keys suffice for the machine that initializes the control plane, as for an external CA", async () => {
    const mine = await generateCertificateAuthority({ now: options.now, algorithm: "ECDSA-P256" });
    const initial = controlPlaneCertificates(undefined, "init");
    for (const name of ["ca", "etcd", "proxy"]) {
      await createSecret(`external-${name}`, { "tls.crt": mine.certificate });
    }
    const found = await lookUpOrGenerateCertificates(at("external"), initial, options, signal);
    expect(found.map(({ purpose, privateKey }) => [purpose, privateKey === ""])).toEqual([
      ["ca", true],
      ["etcd", true],
      ["proxy", true],
      ["sa", false],
    ]);
    // but the service account key must be private
    await createSecret("half-sa", { "tls.crt": "public" });
    await expect(lookUpOrGenerateCertificates(at("half"), initial, options, signal)).rejects.toThrow(
      "Secret default/half-sa has no tls.key",
    );
  });

  test("are named if they are missing when a machine joins", async () => {
    await expect(lookUpCertificates(at("nothing"), stacked, signal)).rejects.toThrow(
      "Secret default/nothing-ca is missing",
    );
  });

  test("use the cluster's algorithm and validity", async () => {
    const made = await lookUpOrGenerateCertificates(
      at("ec"),
      stacked,
      { ...options, algorithm: "ECDSA-P384", validityDays: 1 },
      signal,
    );
    const ca = new X509Certificate(made[0]?.certificate ?? "");
    expect(ca.publicKey.asymmetricKeyDetails?.namedCurve).toBe("secp384r1");
    expect(Date.parse(ca.validTo)).toBe(options.now + 86_400_000);
  });

  async function createSecret(name: string, content: Record<string, string>): Promise<void> {
    const data = Object.fromEntries(
      Object.entries(content).map(([key, text]) => [key, Buffer.from(text).toString("base64")]),
    );
    await server.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace: "default", name },
      type: "cluster.x-k8s.io/secret",
      data,
    });
  }
});
