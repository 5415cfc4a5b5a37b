import { writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { coreCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { ofOldRelease, serverWithCRDs } from "@capstan/harness/servers";
import { TestEnvironment } from "@capstan/testkit";
import { createClient, CustomResourceDefinition as CustomResourceDefinitionKind } from "@capstan/runtime";
import type { Command } from "commander";
import { afterEach, describe, expect, test } from "vitest";
import { dump } from "js-yaml";
import { ShellConfig } from "../../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { describe as describeObject } from "../../src/describe/describe.ts";
import { createProgram } from "../../src/program.ts";
import { capturedOutput } from "../captured-output.ts";

const captured = capturedOutput();
afterEach(() => {
  process.exitCode = undefined;
});

/** A management cluster with the CRDs of a core, and a folder with its kubeconfig and the CRDs of a provider. */
async function startManagement(crds: readonly CustomResourceDefinition[]) {
  const server = await serverWithCRDs(crds);
  const { client, folder } = server;
  const files = { kubeconfig: server.kubeconfigFile, crds: path.join(folder, "crds.yaml") };
  await writeFile(files.crds, ShellConfig.crds.map((crd) => dump(crd, { noRefs: true })).join("---\n"));
  const installed = async () => (await client.list(CustomResourceDefinitionKind)).items.map(({ spec }) => spec);
  return { files, installed, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

type Files = Awaited<ReturnType<typeof startManagement>>["files"];

/** The commands that read Clusters or Machines from the server of a kubeconfig, with their other arguments. */
const readers: Readonly<Record<string, (files: Files) => readonly string[]>> = {
  "describe cluster": () => ["c1"],
  "describe machine": () => ["m1"],
  demo: () => [],
  conformance: ({ crds }) => ["--provider", "running", "--crds", crds],
};

/** The commands with --kubeconfig. */
function takingKubeconfig(command: Command, words: readonly string[] = []): string[] {
  const own = command.options.some(({ long }) => long === "--kubeconfig") ? [words.join(" ")] : [];
  return [...own, ...command.commands.flatMap((each) => takingKubeconfig(each, [...words, each.name()]))];
}

describe("on a management cluster whose core serves v1beta1 only", () => {
  test.each(Object.entries(readers))(
    "capstan %s names the versions and the remedy, and changes nothing",
    async (words, more) => {
      await using management = await startManagement(coreCRDs.map(ofOldRelease));
      const before = await management.installed();

      const args = [...words.split(" "), ...more(management.files), "--kubeconfig", management.files.kubeconfig];
      await createProgram().parseAsync(args, { from: "user" });

      expect(captured.errors).toContain(
        "The management cluster serves cluster.x-k8s.io only in v1beta1, as Cluster API before v1.11 does; " +
          "Clusters and Machines are read in v1beta2. Upgrade Cluster API to v1.11 or later, then start again.",
      );
      expect(process.exitCode).toBe(words === "demo" ? 1 : 2);
      expect(await management.installed()).toEqual(before);
    },
  );

  test("these are all commands with --kubeconfig, except capstan check, which reads only CRDs", () => {
    expect(takingKubeconfig(createProgram()).toSorted()).toEqual(["check", ...Object.keys(readers)].toSorted());
  });
});

test("on a current core, capstan describe asks for its versions only if the object is not found", async () => {
  await using env = await TestEnvironment.start({ core: false });
  await env.createCluster({ name: "c1" });
  const sent: string[] = [];
  const client = createClient({
    kubeconfig: env.kubeconfig,
    userAgent: "test/1",
    onRequest: (request) => sent.push(request.path),
  });
  const versions = () => sent.filter((each) => each === "/apis/cluster.x-k8s.io");

  expect(await describeObject(client, { type: "cluster", name: "c1", namespace: "default" })).toBeDefined();
  expect(versions()).toEqual([]);
  expect(await describeObject(client, { type: "cluster", name: "c2", namespace: "default" })).toBeUndefined();
  expect(versions()).toHaveLength(1);
  await client.close();
});
