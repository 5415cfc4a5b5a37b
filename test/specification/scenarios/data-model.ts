import { type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { ApiError, requestPath, resourcePath } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { areOwnCRDs } from "@capstan/harness/servers";
import type { Scene } from "@capstan/harness/scenes";
import { PlainMachine } from "../scene/plain-machines.ts";
import { machine, object, type ProviderMix } from "../scene/provider-mix.ts";

/** The server's reason for rejecting an object; strict, like requests of `kubectl`. */
async function refusal(scene: Scene, kind: ResourceKind, refused: object): Promise<string> {
  const path = resourcePath(kind, { namespace: scene.namespace }, { fieldValidation: "Strict" });
  const error: unknown = await scene.client.request("POST", path, refused).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`${kind.kind} was accepted.`, { cause: error });
  return error.message;
}

/** A Machine with further fields in its spec or status. */
function withFields(spec: object, status: object = {}): Machine & { status: object } {
  const base = machine("m", { dataSecretName: "" });
  return { ...base, spec: { ...base.spec, ...spec }, status };
}

/** The fields that Machines have, no longer have, and require. */
export function describeDataModel(world: () => ProviderMix): void {
  describe("the Machine's data model", () => {
    test.each([
      ["S001: spec.providerSpec", { providerSpec: { value: { zone: "a" } } }, "spec.providerSpec"],
      ["S002: spec.versions", { versions: { kubelet: "1.36.0" } }, "spec.versions"],
      [
        "S080: a template reference on the Machine itself",
        { infrastructureTemplateRef: {} },
        "spec.infrastructureTemplateRef",
      ],
    ])("%s is rejected by name with strict validation, and pruned without", async (_what, spec, field) => {
      await using scene = await world().scene();

      expect(await refusal(scene, Machine, withFields(spec))).toContain(`unknown field "${field}"`);
      await scene.create(withFields(spec));
      const { items } = await scene.client.list(Machine, { namespace: scene.namespace });
      expect(Object.keys(items[0]?.spec ?? {}).toSorted()).toEqual([
        "bootstrap",
        "clusterName",
        "infrastructureRef",
        "version",
      ]);
    });

    test("S010 S011: status.providerStatus and status.versions are pruned", async () => {
      await using scene = await world().scene();
      await scene.create(machine("m", { dataSecretName: "" }));
      const body = { status: { providerStatus: { state: "on" }, versions: { kubelet: "1" }, observedGeneration: 1 } };

      await scene.client.patch(Machine, scene.key("m"), { type: "merge", body }, { subresource: "status" });

      const { status } = await scene.client.get(Machine, scene.key("m"));
      expect(status).toMatchObject({ observedGeneration: 1 });
      expect(status).not.toHaveProperty("providerStatus");
      expect(status).not.toHaveProperty("versions");
    });

    test("S081: no MachineClass is served", async () => {
      const group = (await world().client.request("GET", requestPath`/apis/cluster.x-k8s.io/v1beta2`)) as {
        resources: { kind: string }[];
      };
      const served = group.resources.map(({ kind }) => kind);
      expect(served).toContain("Machine");
      expect(served).not.toContain("MachineClass");
    });

    test("S003: a Machine with neither config nor data is rejected, and S008: one without infrastructure", async () => {
      await using scene = await world().scene();

      if (areOwnCRDs) expect(await refusal(scene, Machine, withFields({ bootstrap: {} }))).toContain("spec.bootstrap");
      const message = await refusal(scene, Machine, withFields({ infrastructureRef: undefined }));
      expect(message).toContain("spec.infrastructureRef: Required value");
    });

    test("S020 S052 S055 S060: provider objects are validated on create and update, with the field's name", async () => {
      await using scene = await world().scene();

      const message = await refusal(scene, PlainMachine.kind, object(PlainMachine.kind, "p", { instance: { id: 7 } }));
      expect(message).toContain("spec.instance.id");
      await scene.create(object(PlainMachine.kind, "p", { instance: { id: "i-1" } }));
      const body = { spec: { instance: { id: "" } } };
      await expect(scene.client.patch(PlainMachine.kind, scene.key("p"), { type: "merge", body })).rejects.toThrow(
        "spec.instance.id",
      );
    });

    test("S032: rejected objects are not stored; stored ones reach the controller by its watch, without a list", async () => {
      await using scene = await world().scene();
      await refusal(scene, Machine, withFields({ infrastructureRef: undefined }));
      const lists = () =>
        world()
          .management.requests()
          .filter(({ verb, resource }) => verb === "list" && resource === "machines");
      const before = lists().length;

      await scene.create(machine("m", { dataSecretName: "" }));
      await scene.until("Machine has a phase", () => scene.machine("m").status?.phase);

      expect(scene.list(Machine)).toHaveLength(1);
      expect(lists()).toHaveLength(before);
    });

    test("S006: an empty data Secret name skips bootstrap, and infrastructure is created without user data", async () => {
      const scene = await world().cluster();
      const kinds: KubernetesObject[] = [
        object(PlainMachine.kind, "s006", {}),
        machine("s006", { dataSecretName: "" }),
      ];
      await scene.create(...kinds);

      await scene.until("Machine Provisioning", () => scene.machine("s006").status?.phase === "Provisioning");
      await scene.until("reconciler called", () => world().plain.callsOf("s006", scene.namespace).length > 0);
      expect(world().plain.callsOf("s006", scene.namespace)[0]?.userData ?? "").toBe("");
      expect(scene.findSecret("s006")).toBeUndefined();
    });
  });
}
