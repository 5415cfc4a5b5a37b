import { insecureFields } from "@capstan/kube";
import { expect, test } from "vitest";

const server = "https://10.0.0.1:6443";

test.each([
  [{ "certificate-authority": "/ca.crt" }, {}, ["cluster.certificate-authority", "files"]],
  [{ "insecure-skip-tls-verify": true }, {}, ["cluster.insecure-skip-tls-verify", "tls"]],
  [{ "insecure-skip-tls-verify": "true" }, {}, ["cluster.insecure-skip-tls-verify", "tls"]],
  [{ "proxy-url": "socks5://10.0.0.2" }, {}, ["cluster.proxy-url", "proxy"]],
  [{ server: "HTTP://10.0.0.1" }, {}, ["cluster.server", "tls"]],
  [{}, { exec: {} }, ["user.exec", "exec"]],
  [{}, { exec: ["sh"] }, ["user.exec", "exec"]],
  [{}, { "auth-provider": { name: "gcp" } }, ["user.auth-provider", "exec"]],
  [{}, { tokenFile: "/token" }, ["user.tokenFile", "files"]],
  [{}, { "token-file": "/token" }, ["user.token-file", "files"]],
  [{}, { "client-certificate": "/c" }, ["user.client-certificate", "files"]],
  [{}, { "client-key": "/k" }, ["user.client-key", "files"]],
])("cluster %j with user %j has more than a server address and credentials", (cluster, user, [field, risk]) => {
  expect(insecureFields({ server, ...cluster }, user)).toEqual([{ field, risk }]);
});

test("a server address and user credentials are accepted", () => {
  const cluster = { server, "certificate-authority-data": "Y2E=", "tls-server-name": "a", "proxy-url": "" };
  const user = { token: "t", "client-certificate-data": "Yw==", "client-key-data": "aw==", as: "someone", exec: null };
  expect(insecureFields({ ...cluster, "insecure-skip-tls-verify": false }, user)).toEqual([]);
});
