import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import {
  type EncryptionAlgorithm,
  generateCertificateAuthority,
  generateServiceAccountKeyPair,
} from "../../src/index.ts";
import { scratchFolder } from "../kubeadm.ts";
import { openssl, opensslVersion, verify } from "./openssl.ts";

/** openssl's name of each algorithm, key and signature. */
const algorithms: [EncryptionAlgorithm, key: string, signature: string][] = [
  ["RSA-2048", "Public-Key: (2048 bit)", "sha256WithRSAEncryption"],
  ["RSA-3072", "Public-Key: (3072 bit)", "sha256WithRSAEncryption"],
  ["RSA-4096", "Public-Key: (4096 bit)", "sha256WithRSAEncryption"],
  ["ECDSA-P256", "ASN1 OID: prime256v1", "ecdsa-with-SHA256"],
  ["ECDSA-P384", "ASN1 OID: secp384r1", "ecdsa-with-SHA384"],
];

describe.runIf(opensslVersion !== undefined)("openssl", () => {
  test.each(algorithms)("verifies a certificate authority of %s and the certificates that it signs", async (...row) => {
    const [algorithm, keyText, signature] = row;
    await using folder = await scratchFolder();
    const at = (name: string): string => join(folder.path, name);
    const authority = await generateCertificateAuthority({ now: systemClock.now(), algorithm, validityDays: 30 });
    await writeFile(at("ca.crt"), authority.certificate);
    await writeFile(at("ca.key"), authority.privateKey);

    // the authority itself: well-formed, self-signed, with its own key, valid for the requested time
    expect(await verify(at("ca.crt"), at("ca.crt"))).toBe("OK");
    expect(await openssl("pkey", "-in", at("ca.key"), "-check", "-noout")).toContain("Key is valid");
    expect(await openssl("pkey", "-in", at("ca.key"), "-pubout")).toBe(
      await openssl("x509", "-in", at("ca.crt"), "-pubkey", "-noout"),
    );
    const text = await openssl("x509", "-in", at("ca.crt"), "-noout", "-text");
    expect(text).toContain(keyText);
    expect(text).toContain(`Signature Algorithm: ${signature}`);
    expect(text).toContain("CA:TRUE, pathlen:0");
    expect(text).toContain("Digital Signature, Key Encipherment, Certificate Sign");
    expect(await expiresWithin(at("ca.crt"), 30 * daySeconds - 60)).toBe(false);
    expect(await expiresWithin(at("ca.crt"), 30 * daySeconds + 60)).toBe(true);

    // openssl's certificates from it verify for their purpose only, and not with another authority of the same name
    await sign(at, "serverAuth");
    expect(await verify(at("ca.crt"), at("leaf.crt"), "sslserver")).toBe("OK");
    expect(await verify(at("ca.crt"), at("leaf.crt"), "sslclient")).toMatch(/unsuitable certificate purpose/);
    const other = await generateCertificateAuthority({ now: systemClock.now(), algorithm });
    await writeFile(at("other.crt"), other.certificate);
    expect(await verify(at("other.crt"), at("leaf.crt"))).toMatch(/error \d+/);
  });

  test("rejects an intermediate authority below Capstan's, which sign end entities only", async () => {
    await using folder = await scratchFolder();
    const at = (name: string): string => join(folder.path, name);
    const authority = await generateCertificateAuthority({ now: systemClock.now(), algorithm: "ECDSA-P256" });
    await writeFile(at("ca.crt"), authority.certificate);
    await writeFile(at("ca.key"), authority.privateKey);
    await sign(at, "serverAuth", "intermediate", "critical,CA:TRUE");
    await sign(at, "serverAuth", "leaf", "CA:FALSE", "intermediate");

    const chain = ["verify", "-CAfile", at("ca.crt"), "-untrusted", at("intermediate.crt"), at("leaf.crt")];
    await expect(openssl(...chain)).rejects.toMatchObject({
      stderr: expect.stringContaining("path length constraint exceeded") as string,
    });
  });

  test.each<[EncryptionAlgorithm]>([["RSA-2048"], ["ECDSA-P256"]])(
    "finds that the halves of the service account key pair (%s) match",
    async (algorithm) => {
      await using folder = await scratchFolder();
      const pair = await generateServiceAccountKeyPair(algorithm);
      await writeFile(join(folder.path, "sa.key"), pair.privateKey);
      expect(await openssl("pkey", "-in", join(folder.path, "sa.key"), "-pubout")).toBe(pair.certificate);
    },
  );
});

const daySeconds = 86_400;

async function expiresWithin(certificateFile: string, seconds: number): Promise<boolean> {
  const check = openssl("x509", "-in", certificateFile, "-noout", "-checkend", String(seconds));
  return await check.then(
    () => false,
    () => true,
  );
}

/** Lets openssl create `<name>.crt` and `<name>.key`, signed by `<issuer>.crt`. */
async function sign(
  at: (name: string) => string,
  usage: "clientAuth" | "serverAuth",
  name = "leaf",
  constraints = "CA:FALSE",
  issuer = "ca",
): Promise<void> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", at(`${name}.key`)];
  await openssl("req", "-new", ...key, "-subj", `/CN=${name}`, "-out", at(`${name}.csr`));
  const extensions = [
    `basicConstraints=${constraints}`,
    `extendedKeyUsage=${usage}`,
    `keyUsage=digitalSignature${constraints.includes("TRUE") ? ",keyCertSign" : ""}`,
    "subjectKeyIdentifier=hash",
    "authorityKeyIdentifier=keyid",
    "subjectAltName=DNS:localhost,IP:127.0.0.1",
  ];
  await writeFile(at(`${name}.ext`), extensions.join("\n"));
  const by = ["-CA", at(`${issuer}.crt`), "-CAkey", at(`${issuer}.key`), "-CAcreateserial", "-days", "1"];
  await openssl(
    "x509",
    "-req",
    "-in",
    at(`${name}.csr`),
    ...by,
    "-extfile",
    at(`${name}.ext`),
    "-out",
    at(`${name}.crt`),
  );
}
