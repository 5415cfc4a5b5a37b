import { fieldOf, schemaValidator } from "@capstan/contract";
import { expect } from "vitest";
import { expectUntouched } from "./every-kind.ts";
import { moveAway } from "./move.ts";
import type { RuleCase } from "./rule-case.ts";
import { objectName, type Observed, type Scene } from "./scene.ts";
import { must, mustBeSet } from "./not-so.ts";

/** What holds for infra clusters. */
export const infraCluster: readonly RuleCase[] = [
  {
    rules: ["IC-002", "IC-008", "IC-009", "IC-010", "IC-011"],
    sentence: "has its endpoint no later than it is provisioned, and failure domains in the contract's form",
    run: async (scene) => {
      await scene.provisioned();
      for (const revision of await scene.allRevisions()) {
        if (!scene.isDone(revision)) continue;
        const endpoint = (revision.spec?.controlPlaneEndpoint ?? {}) as {
          readonly host?: string;
          readonly port?: number;
        };
        mustBeSet(endpoint.host, "spec.controlPlaneEndpoint.host");
        must((endpoint.port ?? 0) > 0, `spec.controlPlaneEndpoint.port is ${String(endpoint.port)}`);
        expectFailureDomains(scene, revision);
      }
    },
  },
  {
    rules: ["IC-017", "BH-006"],
    sentence: "is left alone until a Cluster owns it",
    run: async (scene) => {
      await scene.createObject();
      await scene.pass(30);
      await expectUntouched(scene);
      await scene.adopt(await scene.createBareCluster());
      await scene.untilDone();
    },
  },
  {
    rules: ["IC-018"],
    sentence: "finds the Cluster among its owners though that is not the controller",
    run: async (scene) => {
      await scene.createObject();
      await scene.adopt(await scene.createBareCluster(), false);
      await scene.untilDone();
    },
  },
  {
    rules: ["IC-019"],
    sentence: "has its finalizer before anything exists outside",
    run: expectFinalizerFirst,
  },
  {
    rules: ["IC-020", "IB-012"],
    sentence: "stays until its infrastructure is gone, though that fails once; without an owner it goes at once",
    run: async (scene) => {
      await scene.createObject("nobodys");
      await scene.pass(1);
      await scene.delete("nobodys");
      await scene.until("the one without an owner is gone", async () => !(await scene.exists("nobodys")));
      await scene.provisioned();
      must(scene.outside.existing.size > 0, "nothing was created outside, though it is provisioned");
      await expectRemovedFirst(scene);
    },
  },
  {
    rules: ["CT-019"],
    sentence: "loses no infrastructure when clusterctl move takes the object away",
    run: expectMoveKeepsInfrastructure,
  },
];

/** What the object represents survives the object. */
export async function expectMoveKeepsInfrastructure(scene: Scene): Promise<void> {
  await scene.provisioned();
  const existing = [...scene.outside.existing.keys()];
  await moveAway(scene);
  expect([...scene.outside.existing.keys()]).toEqual(existing);
}

/** The object goes once nothing is left outside, though its removal fails at first. */
export async function expectRemovedFirst(scene: Scene): Promise<void> {
  scene.outside.failNext(1);
  await scene.delete();
  await scene.until("it is gone", async () => {
    const exists = await scene.exists(objectName);
    if (!exists) expectNothingLeft(scene);
    return !exists;
  });
}

/** @throws NotSo the object is gone, and something outside is not. */
export function expectNothingLeft({ outside }: Scene): void {
  const left = [...outside.existing.keys()];
  must(left.length === 0, `it is gone, and this is still there: ${left.join(", ")}`);
}

/** The first write of the object came before the first thing outside, and was that of the finalizer. */
export async function expectFinalizerFirst(scene: Scene): Promise<void> {
  let before: readonly string[] | undefined;
  scene.outside.onFirstCreation = () => {
    before = scene.env.writes({ kind: scene.kind.kind });
  };
  const { metadata } = await scene.provisioned();
  const [first] = before ?? [];
  const found = first === undefined ? "it had not been written" : `its first write was ${first}`;
  must(first === `patch ${scene.kind.kind}/${objectName}`, `when the first thing was created outside, ${found}`);
  expect(metadata.finalizers ?? []).not.toEqual([]);
}

function expectFailureDomains(scene: Scene, { status }: Observed): void {
  const domains = status?.failureDomains;
  if (domains === undefined) return;
  const { schema } = fieldOf("InfraCluster", "failureDomains", scene.subject.definition.contract).place;
  must(schemaValidator(schema).accepts(domains), `status.failureDomains is ${JSON.stringify(domains)}`);
}
