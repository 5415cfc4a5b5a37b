import { describe, expect, test } from "vitest";
import {
  certificatesOf,
  resolveSetupOf,
  type KubeadmScope,
  type MachineScope,
  machineSubject,
  type PoolScope,
  poolSubject,
  specOf,
} from "../../src/reconcilers/kubeadm-config/kubeadm-scope.ts";

const version = "v1.36.0";

describe("the subject of a config", () => {
  test.each([
    ["a label of the control plane, even without a value", { "cluster.x-k8s.io/control-plane": "" }, true],
    ["other labels", { a: "b" }, false],
    ["no labels", undefined, false],
  ])("is its Machine: with %s", (_what, labels, controlPlane) => {
    const machine = { metadata: { name: "m", labels }, spec: { version } };
    expect(machineSubject({ machine } as unknown as MachineScope)).toEqual({
      machineName: "m",
      kubernetesVersion: version,
      versionPlace: { owner: "Machine", path: "spec.version" },
      controlPlane,
    });
  });

  test("are the workers of its MachinePool", () => {
    const machinePool = { spec: { template: { spec: { version } } } };
    expect(poolSubject({ machinePool } as unknown as PoolScope)).toEqual({
      machineName: undefined,
      kubernetesVersion: version,
      versionPlace: { owner: "MachinePool", path: "spec.template.spec.version" },
      controlPlane: false,
    });
  });
});

describe("the scope of a config", () => {
  const scopeOf = (spec?: object) =>
    ({
      object: { metadata: { namespace: "n" }, ...(spec === undefined ? {} : { spec }) },
      cluster: { metadata: { name: "c" } },
      client: "client",
      cache: "cache",
    }) as unknown as KubeadmScope;

  test("has a copy of the spec, empty if the object has no spec", () => {
    const spec = { verbosity: 3 };
    expect(specOf(scopeOf(spec))).toEqual(spec);
    expect(specOf(scopeOf(spec))).not.toBe(spec);
    expect(specOf(scopeOf())).toEqual({});
  });

  test("has file templates with the Cluster's values, and sends no request without templates", () => {
    const file = { path: "/a", content: "{{ . }}", contentFormat: "Template" as const };
    const scope = { ...scopeOf(), cluster: { metadata: { name: "c" }, spec: {} } } as unknown as KubeadmScope;
    const { signal } = new AbortController();
    return Promise.all([resolveSetupOf(scope, { files: [file] }, signal), resolveSetupOf(scopeOf(), {}, signal)]).then(
      ([setup, none]) => {
        expect(setup.files.map(({ content }) => content)).toEqual(["map[]"]);
        expect(none).toEqual({ files: [], users: [] });
      },
    );
  });

  test("has the certificates of the Cluster in the config's namespace", () => {
    const place = { client: "client", cache: "cache", namespace: "n", clusterName: "c" };
    expect(certificatesOf(scopeOf())).toEqual(place);
  });
});
