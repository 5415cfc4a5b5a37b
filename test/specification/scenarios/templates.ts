import {
  calculateCRDName,
  controllerOf,
  type KubernetesObject,
  labels,
  Machine,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import type { AnyObject, Scene } from "@capstan/harness/scenes";
import { PlainMachine } from "../scene/plain-machines.ts";
import { object, reference, type ProviderMix } from "../scene/provider-mix.ts";

const cloned: readonly ResourceKind[] = [ShellConfig.kind, PlainMachine.kind];
const metadata = { labels: { rack: "seven" }, annotations: { "example.com/note": "from the template" } };

function machineSet(replicas: number): KubernetesObject {
  const selector = { matchLabels: { set: "s" } };
  return {
    ...object(MachineSet, "s", {
      clusterName: "c1",
      replicas,
      selector,
      template: {
        metadata: { labels: { ...selector.matchLabels, [labels.clusterName]: "c1" } },
        spec: {
          clusterName: "c1",
          version: "v1.36.0",
          bootstrap: { configRef: reference(ShellConfig.templateKind, "t") },
          infrastructureRef: reference(PlainMachine.templateKind, "t"),
        },
      },
    }),
  };
}

function membersOf(scene: Scene): Machine[] {
  return scene.list(Machine).filter(({ metadata: { labels: of } }) => of?.set === "s");
}

/** MachineSets and the templates that they clone. */
export function describeTemplates(world: () => ProviderMix): void {
  describe("MachineSets and templates", () => {
    /** Three Machines of a MachineSet, created once. */
    async function threeOf(scene: Scene): Promise<Machine[]> {
      if (scene.find(MachineSet, "s") !== undefined) return membersOf(scene);
      await scene.create(
        object(ShellConfig.templateKind, "t", { template: { metadata, spec: { script: "true" } } }),
        object(PlainMachine.templateKind, "t", {
          template: { metadata, spec: { instance: { id: "i", ip: "192.0.2.9" } } },
        }),
        machineSet(3),
      );
      await scene.until("3 of each kind", () => cloned.every((kind) => scene.list(kind).filter(isClone).length === 3));
      await scene.until("3 Machines", () => membersOf(scene).length === 3);
      return membersOf(scene);
    }

    test("S077 S069: a MachineSet of three creates three Machines, each with its own config and infrastructure", async () => {
      const scene = await world().cluster();
      const machines = await threeOf(scene);

      const referred = machines.flatMap(({ spec }) => [spec.bootstrap.configRef, spec.infrastructureRef]);
      expect(new Set(referred.map((ref) => `${ref?.kind ?? ""}/${ref?.name ?? ""}`)).size).toBe(6);
      expect(new Set(referred.map((ref) => ref?.kind))).toEqual(new Set(["ShellConfig", "PlainMachine"]));
      expect(machines).toHaveLength(3);
      for (const each of machines) expect(controllerOf(each)).toMatchObject({ kind: "MachineSet", name: "s" });
    });

    test("S078 S113 S114: a clone has the template's spec, labels and annotations; its Machine's deletion deletes it", async () => {
      const scene = await world().cluster();
      const [first] = await threeOf(scene);
      if (first === undefined) throw new Error("The MachineSet has no Machine.");
      for (const kind of cloned) {
        const clone = scene.list(kind).find((each) => controllerOf(each)?.name === first.metadata.name) as AnyObject;
        expect(clone.metadata).toMatchObject(metadata);
        const templateKind = kind === ShellConfig.kind ? ShellConfig.templateKind : PlainMachine.templateKind;
        expect((await world().crd(calculateCRDName(kind.group, `${kind.kind}Template`))).spec).toMatchObject({
          names: { kind: templateKind.kind },
          scope: "Namespaced",
        });
        // Its provider has added the providerID.
        const spec = Object.entries(clone.spec ?? {}).filter(([field]) => field !== "providerID");
        const used = scene.find(templateKind, "t")?.spec as { template: { spec: object } } | undefined;
        expect(Object.fromEntries(spec)).toEqual(used?.template.spec);
      }

      await scene.client.delete(Machine, scene.key(first.metadata.name));
      await scene.until("Machine deleted", () => scene.find(Machine, first.metadata.name) === undefined);

      for (const kind of cloned) expect(scene.find(kind, first.metadata.name)).toBeUndefined();
      await scene.until("3 Machines again", () => membersOf(scene).length === 3);
      expect(scene.find(PlainMachine.templateKind, "t")).toBeDefined();
      expect(scene.find(ShellConfig.templateKind, "t")).toBeDefined();
    });
  });
}

function isClone(each: KubernetesObject): boolean {
  return each.metadata.annotations?.["cluster.x-k8s.io/cloned-from-name"] === "t";
}
