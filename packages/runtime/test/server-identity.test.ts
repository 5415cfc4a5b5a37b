import { ApiServer } from "@capstan/apiserver";
import { CertificateAuthority } from "@capstan/kube/x509";
import { type Client, createClient, Namespace } from "@capstan/runtime";
import { describe, expect, onTestFinished, test } from "vitest";

/** A client of a server at this address, whose certificate is valid only for these hosts. */
async function clientOf(address: string, hosts: readonly string[]): Promise<Client> {
  const authority = await CertificateAuthority.create("other-ca", Date);
  const serving = await authority.issueServing("server", hosts);
  const server = await ApiServer.start({ serving, host: address });
  const trusted = Buffer.from(authority.certificate).toString("base64");
  const kubeconfig = server.kubeconfig.replace(/(certificate-authority-data: ).*/, `$1${trusted}`);
  const client = createClient({ kubeconfig, userAgent: "test/1" });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return client;
}

describe.each(["127.0.0.1", "::1"])("a server at the address %s", (address) => {
  test("is trusted with a certificate for that address alone, as kubeadm creates it", async () => {
    const client = await clientOf(address, [address]);
    expect((await client.list(Namespace)).items).not.toEqual([]);
  });

  test.each(["localhost", "10.0.0.1"])("is refused with a certificate for %s", async (host) => {
    const client = await clientOf(address, [host]);
    const listed = client.list(Namespace, { retry: false });
    await expect(listed).rejects.toThrow(/ERR_TLS_CERT_ALTNAME_INVALID/);
  });
});
