import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { story } from "@capstan/harness/scenes";
import { type Client, createClient, defineKind } from "@capstan/runtime";
import type { Condition, KubernetesObject } from "@capstan/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DevProcess, isLeft } from "./dev-process.ts";
import { DevProject } from "./dev-project.ts";

type Observed = KubernetesObject & { status?: { conditions?: Condition[] } };

const HelloMachine = defineKind<Observed>({
  group: "infrastructure.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "HelloMachine",
  plural: "hellomachines",
  namespaced: true,
});
const m1 = { namespace: "default", name: "m1" };

/** The provider's report on the server of an object. */
function madeBy({ status }: Observed): string | undefined {
  return status?.conditions?.find(({ message }) => message.startsWith("made by"))?.message;
}

/** Processes of this machine with these words in their command line. */
function processesWith(words: string): string[] {
  return readdirSync("/proc").filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readFileSync(`/proc/${entry}/cmdline`, "utf8").includes(words);
    } catch {
      return false;
    }
  });
}

describe("capstan dev", () => {
  const step = story();
  let project: DevProject;
  let dev: DevProcess;
  let client: Client | undefined;
  let kubeconfig: string;
  /** The object after the first process of the provider. */
  let first: Observed;

  beforeAll(async () => {
    project = await DevProject.create();
    dev = new DevProcess(project.folder);
  });
  afterAll(async () => {
    await dev[Symbol.asyncDispose]();
    await client?.close();
    await project[Symbol.asyncDispose]();
  });

  /** The object once it has this reason. */
  async function withReason(reason: string): Promise<Observed> {
    for await (const { object } of client?.watch(HelloMachine, { namespace: "default" }) ?? []) {
      if (object.status?.conditions?.some((condition) => condition.reason === reason) ?? false) return object;
    }
    throw new Error(`m1 never had the reason ${reason}`);
  }

  step("runs the provider with the core controllers, and applies what the project has in dev/", async () => {
    const started = await dev.next("started");
    expect(started.managers).toEqual(["capstan-core"]);
    kubeconfig = String(started.kubeconfig);
    client = createClient({ kubeconfig: { path: kubeconfig }, userAgent: "test/1" });
    await dev.next("applied", ({ objects }) => (objects as string[]).includes("HelloMachine m1"));
    first = await withReason("Step0");
    expect(madeBy(first)).toMatch(/^made by \d+$/);
  });

  step(
    "runs it again from a source file that was saved, with all that the server and the author's devMap have kept",
    async () => {
      await project.edit("src/reconciler.ts", "Step0", "Step1");
      const again = await withReason("Step1");
      expect(again.metadata.uid).toBe(first.metadata.uid);
      expect(madeBy(again)).toBe(madeBy(first));
      await dev.next("provider-running", ({ changed }) => (changed as string[]).join() === "src/reconciler.ts");
    },
  );

  step("shows what a broken file throws, at its line, and goes on once it is whole", async () => {
    await project.edit("src/main.ts", "await runProvider", "missing();\nawait runProvider");
    await dev.next("provider-line", ({ line }) => String(line).includes("src/main.ts:4"));
    await dev.next("provider-line", ({ line }) => String(line).includes("missing is not defined"));
    expect((await dev.next("provider-ended")).ending).toBe(1);
    await project.edit("src/main.ts", "missing();\n", "");
    await dev.next("provider-running");
  });

  step("applies manifests again when they change", async () => {
    await project.edit("dev/m1.yaml", "size: small", "size: large");
    await dev.next("applied");
    expect(await client?.get(HelloMachine, m1)).toMatchObject({ spec: { size: "large" } });
  });

  step("refuses what the provider's admission refuses, and what is not a manifest", async () => {
    await project.edit("dev/m1.yaml", "size: large", "size: huge");
    const refused = await dev.next("refused");
    expect(refused.what).toBe("HelloMachine m1");
    expect(refused.reason).toMatch(/spec\.size.*is not for sale/);
    writeFileSync(path.join(project.folder, "dev/m1.yaml"), "kind: [");
    expect((await dev.next("refused")).reason).toMatch(/m1\.yaml/);
  });

  step("Ctrl-C ends all of it, with exit status 0", async () => {
    expect(processesWith(project.folder).length).toBeGreaterThan(1);
    expect(await dev.interrupt()).toBe(0);
    expect(processesWith(project.folder)).toEqual([]);
    expect(isLeft(kubeconfig)).toBe(false);
    expect(dev.stderr).toBe("");
  });
});

test.each([
  ["a folder that is not there", "missing", [], /missing is not a folder/],
  ["an entry that is not there", ".", ["--entry", "src/other.ts"], /src\/other\.ts does not exist .*--entry/],
  ["manifests that are not there", ".", ["--manifests", "none"], /none does not exist .*--manifests/],
])("%s is reported in one sentence, with exit status 2", async (_what, folder, argv, text) => {
  await using project = await DevProject.create();
  await using dev = new DevProcess(path.join(project.folder, folder), ...argv);
  expect(await dev.end()).toBe(2);
  expect(dev.stderr).toMatch(text);
  expect(dev.stderr.trim().split("\n")).toHaveLength(1);
});
