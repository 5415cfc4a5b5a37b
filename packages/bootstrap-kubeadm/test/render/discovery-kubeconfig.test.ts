import { load } from "js-yaml";
import { expect, test } from "vitest";
import { discoveryKubeconfigFile } from "../../src/render/discovery-kubeconfig.ts";

test("a kubeconfig for a discovery file has a non-interactive command", () => {
  const file = discoveryKubeconfigFile({
    kubeConfigPath: "/etc/discovery.yaml",
    kubeConfig: {
      cluster: { server: "https://cp:6443", certificateAuthorityData: "eA==", insecureSkipTLSVerify: false },
      user: { exec: { command: "/bin/token", env: [{ name: "A", value: "b" }] } },
    },
  });
  expect(file).toMatchObject({ path: "/etc/discovery.yaml", owner: "root:root", permissions: "0640" });
  expect(load(file?.content ?? "")).toEqual({
    clusters: [{ name: "default", cluster: { server: "https://cp:6443", "certificate-authority-data": "eA==" } }],
    contexts: [{ name: "default", context: { cluster: "default", user: "default" } }],
    "current-context": "default",
    users: [
      {
        name: "default",
        user: {
          exec: {
            apiVersion: "client.authentication.k8s.io/v1",
            command: "/bin/token",
            args: null,
            env: [{ name: "A", value: "b" }],
            interactiveMode: "Never",
            provideClusterInfo: false,
          },
        },
      },
    ],
  });
});

test("fields are sorted by name, as Go writes a map", () => {
  const authProvider = { name: "oidc", config: { "idp-issuer-url": "https://idp", "client-id": "c" } };
  const kubeConfig = { user: { authProvider } };
  const { content = "" } = discoveryKubeconfigFile({ kubeConfigPath: "/f", kubeConfig }) ?? {};
  expect(content.indexOf("client-id")).toBeLessThan(content.indexOf("idp-issuer-url"));
  expect(content.indexOf("config:")).toBeLessThan(content.indexOf("name: oidc"));
});

test("a file that the user provides is not written", () => {
  expect(discoveryKubeconfigFile({ kubeConfigPath: "/f" })).toBeUndefined();
});
