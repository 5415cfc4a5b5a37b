import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BadConfig, withoutSpec } from "./scene/bad-config.ts";
import { BadInputScene } from "./scene/bad-input-scene.ts";
import { certificates, kubeconfigs } from "./rows/certificates.ts";
import { contradictions } from "./rows/contradictions.ts";
import { ignitionRows } from "./rows/ignition.ts";
import { lockAndData } from "./rows/lock-and-data.ts";
import { refusedSpecs } from "./rows/schema.ts";
import { secretReferences } from "./rows/secret-references.ts";
import { templateRows } from "./rows/templates.ts";
import { versions } from "./rows/versions.ts";

const rows: readonly BadConfig[] = [
  ...contradictions,
  ...ignitionRows,
  ...versions,
  ...secretReferences,
  ...templateRows,
  ...certificates,
  ...kubeconfigs,
  ...lockAndData,
];
const namespaced = rows.map((row, index) => ({ ...row, row, namespace: `bad-${index}` }));
const atOnce = 8;

async function forAll<Row>(all: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) await work(row);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

test("there are at least 150 inputs, all different", () => {
  const inputs = rows.map(({ role, spec, version, cluster, secrets, lock, dataSecretTaken }) =>
    JSON.stringify({ role, spec, version, cluster, secrets, lock, dataSecretTaken }),
  );
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  expect(new Set(inputs).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(150);
});

type Outcome = Awaited<ReturnType<BadInputScene["outcomeOf"]>>;

/** The state of each configuration and its Events, by namespace. */
interface Observed {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly events: Awaited<ReturnType<BadInputScene["events"]>>;
}

async function observe(scene: BadInputScene): Promise<Observed> {
  await scene.settled();
  const outcomes = new Map<string, Outcome>();
  await forAll(namespaced, async ({ namespace }) => {
    outcomes.set(namespace, await scene.outcomeOf(namespace));
  });
  return { outcomes, events: await scene.events() };
}

describe("invalid input for a machine's bootstrap data", () => {
  let scene: BadInputScene;
  let created: Observed;
  let touched: Observed;
  let repaired: Observed;

  beforeAll(async () => {
    scene = await BadInputScene.start();
    await forAll(namespaced, async ({ namespace, row }) => {
      const error = await scene.create(namespace, row);
      if (error !== undefined) throw new Error(`${row.title}: ${error.message}`, { cause: error });
    });
    created = await observe(scene);

    await scene.clock.advance({ minutes: 5 });
    await forAll(namespaced, ({ namespace }) =>
      scene.patchConfig(namespace, { metadata: { annotations: { touched: "1" } } }),
    );
    touched = await observe(scene);

    await forAll(namespaced, ({ namespace, repair = withoutSpec }) => repair(scene, namespace));
    await scene.clock.advance({ minutes: 2 });
    repaired = await observe(scene);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  test.each(namespaced)(
    "$title: sets a condition, emits an Event, and creates no data",
    ({ namespace, reason, says, row }) => {
      const { ready, data, dataSecretName, secret } = created.outcomes.get(namespace) ?? {};
      const events = created.events.get(namespace) ?? [];

      expect(data).toMatchObject({ status: "False", reason });
      expect(ready).toMatchObject({ status: "False", reason, message: data?.message });
      for (const text of says) expect(data?.message).toContain(text);
      expect(events).toMatchObject([{ type: "Warning", reason, regarding: { kind: "KubeadmConfig", name: "m" } }]);
      expect(data?.message.startsWith((events[0]?.note ?? "").slice(0, 900))).toBe(true);
      expect(dataSecretName).toBeUndefined();
      expect(secret?.metadata.ownerReferences?.[0]?.kind).toBe(row.dataSecretTaken === true ? "Thing" : undefined);
    },
  );

  test("is reported once, not on each reconcile", () => {
    for (const { namespace, title } of namespaced) {
      expect(touched.events.get(namespace), title).toHaveLength(1);
      expect(touched.events.get(namespace), title).toEqual(created.events.get(namespace));
    }
  });

  test("does not affect valid input", async () => {
    for (const role of ["init", "control-plane", "worker"] as const) {
      await scene.create(`good-${role}`, { role });
      await scene.settled();
      const { ready, secret } = await scene.outcomeOf(`good-${role}`);
      expect(ready).toMatchObject({ status: "True" });
      expect(secret).toBeDefined();
      expect((await scene.events()).get(`good-${role}`)).toBeUndefined();
    }
  });

  test.each(namespaced)("$title, and is fixed: creates data without a restart", ({ namespace }) => {
    const { ready, secret, dataSecretName } = repaired.outcomes.get(namespace) ?? {};

    expect(ready).toMatchObject({ status: "True" });
    expect(dataSecretName).toBe("m");
    expect(secret?.data?.value?.length).toBeGreaterThan(100);
    expect(secret?.metadata.ownerReferences).toMatchObject([{ kind: "KubeadmConfig", name: "m" }]);
  });
});

describe("a spec that the API server rejects", () => {
  let scene: BadInputScene;
  beforeAll(async () => {
    scene = await BadInputScene.start();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  test.each(refusedSpecs.map((row, index) => ({ ...row, namespace: `refused-${index}` })))(
    "$title: the error names the field and its valid values",
    async ({ namespace, spec, says }) => {
      const error = await scene.create(namespace, { spec });

      expect(error).toBeDefined();
      for (const text of says) expect(error?.message).toContain(text);
    },
  );

  test("creates no objects, and the manager processes the next spec", async () => {
    await scene.create("next", {});
    await scene.settled();
    expect((await scene.outcomeOf("next")).ready).toMatchObject({ status: "True" });
    expect(await scene.events()).toEqual(new Map());
  });
});
