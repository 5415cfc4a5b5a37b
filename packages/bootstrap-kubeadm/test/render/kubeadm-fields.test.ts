import { describe, expect, test } from "vitest";
import { type KubeadmConfigSpec } from "../../src/api/v1beta2/kubeadm-config-spec.ts";
import { renderEnvVars } from "../../src/render/kubeadm/env-vars.ts";
import { fieldsWithoutEffect } from "../../src/render/kubeadm/unsupported-fields.ts";

describe("fields that an older kubeadm lacks", () => {
  const extraEnvs = [{ name: "A", value: "b" }];
  const timeouts = { controlPlaneComponentHealthCheckSeconds: 1, tlsBootstrapSeconds: 2, discoverySeconds: 3 };
  const spec: KubeadmConfigSpec = {
    clusterConfiguration: {
      apiServer: { extraEnvs },
      controllerManager: { extraEnvs },
      scheduler: { extraEnvs },
      etcd: { local: { extraEnvs } },
      certificateValidityPeriodDays: 10,
      encryptionAlgorithm: "RSA-2048",
    },
    initConfiguration: { nodeRegistration: { imagePullSerial: false }, timeouts },
    joinConfiguration: { nodeRegistration: { imagePullSerial: true }, timeouts },
  };
  const ofCluster = [
    ...["apiServer", "controllerManager", "scheduler", "etcd.local"].map((component) => `${component}.extraEnvs`),
    ...["certificateValidityPeriodDays", "encryptionAlgorithm"],
  ].map((field) => `spec.clusterConfiguration.${field}`);

  test("include those of the cluster and the first machine for kubeadm init", () => {
    expect(fieldsWithoutEffect(spec, "init", "v1beta3")).toEqual([
      ...ofCluster,
      "spec.initConfiguration.nodeRegistration.imagePullSerial",
      "spec.initConfiguration.timeouts.tlsBootstrapSeconds",
      "spec.initConfiguration.timeouts.discoverySeconds",
    ]);
  });

  test("include those of the machine for kubeadm join", () => {
    expect(fieldsWithoutEffect(spec, "join", "v1beta3")).toEqual([
      "spec.joinConfiguration.nodeRegistration.imagePullSerial",
      "spec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds",
      "spec.joinConfiguration.timeouts.discoverySeconds",
    ]);
  });

  test("omit unset fields, and are empty for the newest kubeadm", () => {
    expect(fieldsWithoutEffect(spec, "init", "v1beta4")).toEqual([]);
    expect(fieldsWithoutEffect({}, "init", "v1beta3")).toEqual([]);
    expect(fieldsWithoutEffect({}, "join", "v1beta3")).toEqual([]);
    expect(fieldsWithoutEffect({ clusterConfiguration: { apiServer: {}, etcd: {} } }, "init", "v1beta3")).toEqual([]);
  });
});

describe("environment variables", () => {
  const written = (variables: Parameters<typeof renderEnvVars>[0]): unknown =>
    JSON.parse(JSON.stringify(renderEnvVars(variables) ?? null));

  test("omit empty strings", () => {
    expect(written(undefined)).toBeNull();
    expect(written([{ name: "A", value: "b" }, { name: "B", value: "" }, { name: "C" }])).toEqual([
      { name: "A", value: "b" },
      { name: "B" },
      { name: "C" },
    ]);
    expect(
      written([
        { name: "A", valueFrom: { configMapKeyRef: { name: "", key: "k" } } },
        { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "k", optional: true } } },
        { name: "C", valueFrom: { secretKeyRef: { name: "", key: "k" } } },
        { name: "D", valueFrom: { fieldRef: { apiVersion: "", fieldPath: "p" } } },
        { name: "E", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "p" } } },
      ]),
    ).toEqual([
      { name: "A", valueFrom: { configMapKeyRef: { key: "k" } } },
      { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "k", optional: true } } },
      { name: "C", valueFrom: { secretKeyRef: { key: "k" } } },
      { name: "D", valueFrom: { fieldRef: { fieldPath: "p" } } },
      { name: "E", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "p" } } },
    ]);
  });

  test("have a canonical divisor", () => {
    const divisorOf = (divisor?: string | number) =>
      written([
        {
          name: "A",
          valueFrom: {
            resourceFieldRef: { containerName: "", resource: "r", ...(divisor === undefined ? {} : { divisor }) },
          },
        },
      ]);
    const rendered = (divisor: string) => [{ name: "A", valueFrom: { resourceFieldRef: { resource: "r", divisor } } }];
    expect(divisorOf()).toEqual(rendered("0"));
    expect(divisorOf(1)).toEqual(rendered("1"));
    expect(divisorOf("1024Ki")).toEqual(rendered("1Mi"));
  });
});
