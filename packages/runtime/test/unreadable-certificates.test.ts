import { ApiServer } from "@capstan/apiserver";
import { parseYaml } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, requestPath } from "@capstan/runtime";
import { expect, test } from "vitest";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const cutOff = base64("-----BEGIN CERTIFICATE-----\nAAAA");

/** Values that the owner of a kubeconfig Secret may write. */
test.each([
  ["a certificate", {}, { "client-certificate-data": cutOff }],
  ["a key", {}, { "client-key-data": base64("none") }],
  ["the certificate of another key", {}, undefined],
  ["an authority", { "certificate-authority-data": cutOff }, {}],
])("%s that cannot be used fails each request, and does not end the process", async (_what, cluster, user) => {
  await using server = await ApiServer.start();
  const { certificate } = await (await CertificateAuthority.create("others", Date)).issueClient("someone");
  const entries = parseYaml(server.kubeconfig) as {
    readonly clusters: readonly { readonly cluster: object }[];
    readonly users: readonly { readonly user: object }[];
  };
  const changed = {
    ...entries,
    clusters: entries.clusters.map((each) => ({ ...each, cluster: { ...each.cluster, ...cluster } })),
    users: entries.users.map((each) => ({
      ...each,
      user: { ...each.user, ...(user ?? { "client-certificate-data": base64(certificate) }) },
    })),
  };
  await using closing = new AsyncDisposableStack();
  const client = createClient({ kubeconfig: JSON.stringify(changed), userAgent: "test/1" });
  closing.defer(() => client.close());
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = client.request("GET", requestPath`/api`, undefined, { retry: false });
    await expect(answer).rejects.toMatchObject({ code: "ConnectionFailed" });
  }
});
