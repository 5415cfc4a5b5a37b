import { once } from "node:events";
import { type IncomingMessage } from "node:http";
import https from "node:https";
import { ApiServer } from "@capstan/apiserver";
import { CertificateAuthority } from "@capstan/kube/x509";
import { systemClock } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { type EncryptionAlgorithm, type KeyPair, generateCertificateAuthority } from "../../src/index.ts";

const algorithms: [EncryptionAlgorithm][] = [["RSA-2048"], ["RSA-3072"], ["RSA-4096"], ["ECDSA-P256"], ["ECDSA-P384"]];

describe.each(algorithms)("an API server with a certificate signed by a certificate authority of %s", (algorithm) => {
  test("is trusted by clients of that authority and authenticates them by their certificates", async () => {
    const authority = await generateCertificateAuthority({ now: systemClock.now(), algorithm });
    await using server = await ApiServer.start({ certificateAuthority: authority });
    const alice = await clientOf(authority, "alice");

    await request(server, authority, alice);

    expect([...server.requests.entries()].map(({ user, name }) => [user, name])).toEqual([["alice", "default"]]);
  });

  test("is not trusted by clients of another authority and does not authenticate them", async () => {
    const [authority, other] = await Promise.all([
      generateCertificateAuthority({ now: systemClock.now(), algorithm }),
      generateCertificateAuthority({ now: systemClock.now(), algorithm }),
    ]);
    await using server = await ApiServer.start({ certificateAuthority: authority });

    await expect(request(server, other, await clientOf(authority, "alice"))).rejects.toMatchObject({
      // because of the key identifiers or the signature, as both authorities have the same name
      code: expect.stringMatching(/UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_SIGNATURE_FAILURE|SELF_SIGNED/) as string,
    });
    await expect(request(server, authority, await clientOf(other, "mallory"))).rejects.toThrow("401");
  });
});

test("an expired certificate authority is not trusted", async () => {
  const authority = await generateCertificateAuthority({
    now: systemClock.now() - 2 * 86_400_000,
    validityDays: 1,
    algorithm: "ECDSA-P256",
  });
  await using server = await ApiServer.start({ certificateAuthority: authority });

  await expect(request(server, authority, await clientOf(authority, "alice"))).rejects.toMatchObject({
    code: "CERT_HAS_EXPIRED",
  });
});

async function clientOf(authority: KeyPair, user: string): Promise<KeyPair> {
  return await CertificateAuthority.load(authority, Date).issueClient(user, ["system:masters"]);
}

/** Reads a Namespace over a new connection. */
async function request(server: ApiServer, trusted: KeyPair, client: KeyPair): Promise<void> {
  const url = `${server.url}/api/v1/namespaces/default`;
  const credentials = { ca: trusted.certificate, cert: client.certificate, key: client.privateKey };
  const [response] = (await once(https.get(url, { agent: false, ...credentials }), "response")) as [IncomingMessage];
  response.resume();
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode ?? "unknown"}`);
}
