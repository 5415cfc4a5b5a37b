import Type from "typebox";
import { describe, expect, test } from "vitest";
import { withFormerDefaults } from "../../src/api/admission/former-defaults.ts";
import { withoutLowerBounds } from "../../src/api/v1beta1/without-lower-bounds.ts";
import { type KubeadmConfigSpec } from "../../src/api/v1beta2/kubeadm-config-spec.ts";

const pulled = { nodeRegistration: { imagePullPolicy: "IfNotPresent" } };

describe("the defaults of earlier releases", () => {
  test("set the format and the image pull policy", () => {
    expect(withFormerDefaults({})).toEqual({
      format: "cloud-config",
      initConfiguration: pulled,
      joinConfiguration: pulled,
    });
  });

  test("keep the user's values", () => {
    const spec: KubeadmConfigSpec = {
      format: "ignition",
      verbosity: 3,
      initConfiguration: { patches: { directory: "/p" }, nodeRegistration: { imagePullPolicy: "Always", name: "n" } },
      joinConfiguration: { nodeRegistration: { imagePullPolicy: "Never" } },
    };
    expect(withFormerDefaults(spec)).toEqual(spec);
  });

  test("set the API version of a discovery file's exec plugin", () => {
    const withExec = (exec: object) =>
      ({
        joinConfiguration: {
          discovery: { tlsBootstrapToken: "t", file: { kubeConfigPath: "/k", kubeConfig: { user: { exec } } } },
        },
      }) as unknown as KubeadmConfigSpec;
    const spec = withExec({ command: "c" });
    const before = structuredClone(spec);
    const version = "client.authentication.k8s.io/v1";
    expect(withFormerDefaults(spec).joinConfiguration).toEqual({
      ...withExec({ command: "c", apiVersion: version }).joinConfiguration,
      ...pulled,
    });
    expect(spec).toEqual(before);
    const beta = withExec({ command: "c", apiVersion: "client.authentication.k8s.io/v1beta1" });
    expect(withFormerDefaults(beta).joinConfiguration?.discovery).toEqual(beta.joinConfiguration?.discovery);
  });

  test.each([
    ["no kubeconfig", {}],
    ["a kubeconfig with another way to log in", { kubeConfig: { user: { authProvider: { name: "oidc" } } } }],
  ])("add nothing to a discovery file with %s", (_what, of) => {
    const discovery = { file: { kubeConfigPath: "/k", ...of } };
    expect(withFormerDefaults({ joinConfiguration: { discovery } }).joinConfiguration).toEqual({ discovery, ...pulled });
  });

  test("add no discovery file if it is unset", () => {
    const discovery = { tlsBootstrapToken: "t" };
    expect(withFormerDefaults({ joinConfiguration: { discovery } }).joinConfiguration).toEqual({ discovery, ...pulled });
  });
});

describe("a schema of v1beta2 in its v1beta1 form", () => {
  test("allows empty lists and objects at any depth", () => {
    const schema = Type.Object(
      {
        list: Type.Array(Type.Object({ a: Type.String({ minLength: 1 }) }, { minProperties: 1 }), {
          ...{ minItems: 1, maxItems: 2, "x-kubernetes-list-type": "atomic" },
        }),
        map: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 }))),
        word: Type.String({ enum: ["minItems"], default: "minItems" }),
      },
      { minProperties: 1, description: "All." },
    );
    const before = JSON.stringify(schema);
    expect(JSON.parse(JSON.stringify(withoutLowerBounds(schema)))).toEqual({
      ...{ type: "object", description: "All.", required: ["list", "word"] },
      properties: {
        list: {
          ...{ type: "array", maxItems: 2 },
          items: { type: "object", required: ["a"], properties: { a: { type: "string", minLength: 1 } } },
        },
        map: { type: "object", patternProperties: { "^.*$": { type: "array", items: { type: "string" } } } },
        word: { type: "string", enum: ["minItems"], default: "minItems" },
      },
    });
    expect(JSON.stringify(schema)).toBe(before);
  });

  test("keeps TypeBox's metadata", () => {
    const optional = Type.Optional(Type.Array(Type.String(), { minItems: 1 }));
    expect(Type.IsOptional(withoutLowerBounds(optional))).toBe(true);
  });
});
