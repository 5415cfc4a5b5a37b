import { requestPath } from "@capstan/runtime";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { textAt } from "@capstan/kube";
import { goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { story } from "@capstan/harness/scenes";
import { untilCoreMayUse } from "@capstan/testkit";
import { scaffold } from "create-capstan-provider";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { onSources } from "./tutorials/on-sources.ts";
import { stepsOf } from "./tutorials/page.ts";
import { Walk } from "./tutorials/walk.ts";
import type { World } from "./tutorials/world.ts";
import { InstalledRelease } from "../road/installed-release.ts";
import { deleteUpstreamWebhooks } from "../interop/clusterctl/delete-upstream-webhooks.ts";
import { type ConfiguredProvider, writeLocalRepository } from "../interop/clusterctl/local-repository.ts";

const root = path.resolve(import.meta.dirname, "../..");
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const label = "infrastructure-hello";
const group = "infrastructure.hello.example.com";

describe.runIf(goCoreAvailable)("docs/how-to/go-core.md, followed literally under the Go managers", () => {
  const step = story();
  const closing = new AsyncDisposableStack();
  let home: string;
  /** A section, by its heading; paths are those of the reader's machine in this test. */
  let sections: ReadonlyMap<string, string>;
  let project: string;
  let walk: Walk;
  let management: GoManagementCluster;
  let release: InstalledRelease;

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), "go-core-how-to-"));
    closing.defer(() => rm(home, { recursive: true }));
    const page = await readFile(path.join(root, "docs/how-to/go-core.md"), "utf8");
    sections = sectionsOf(page.replaceAll("/home/me", home).replaceAll("~/", `${home}/`));
    project = path.join(home, "cluster-api-provider-hello");
    await scaffold({ folder: project, type: "infrastructure", name: "hello", group });
    const world = await worldOf(home, section("Install it"));
    await onSources.afterwards("npm install", { cwd: project, variables: world.variables });
    walk = closing.use(new Walk(world, project));
  });
  afterAll(() => closing.disposeAsync());

  function section(heading: string): string {
    const found = sections.get(heading);
    if (found === undefined) throw new Error(`The page has no section ${heading}.`);
    return found;
  }

  step("the release is made, and keeps all rules, also by itself", async () => {
    await walk.walk(section("Make the release"));
    await walk.walk(section("Test it first without a cluster"));
  });

  step("clusterctl installs it next to the Go providers", async () => {
    management = closing.use(
      await GoManagementCluster.start({
        with: ["bootstrap", "controlplane"],
        prepare: async (server) => {
          await mkdir(path.join(home, ".kube"));
          await writeFile(path.join(home, ".kube/config"), server.kubeconfig, { mode: 0o600 });
          await walk.walk(section("Install it"));
          await deleteUpstreamWebhooks(server);
        },
      }),
    );
    await untilCoreMayUse(management.client, group);
    const main = path.join(project, "src/main.ts");
    const certificates = path.join(home, "serving-certs");
    release = closing.use(
      await InstalledRelease.start(management, { label, main, certificates, conditions: ["source"] }),
    );
  });

  step("a cluster comes up, and the provider is refused nothing", async () => {
    await walk.walk(section("Create a cluster")).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${release.output}`, { cause: error });
    });
    expect(management.refusalsOf(release.user)).toBe("");
  });

  step("says which contract the core reads, of the kinds that are installed", async () => {
    const [command = ""] = /npx capstan check --kubeconfig FILE/.exec(section("What differs from capstan dev")) ?? [];
    const file = path.join(home, ".kube/config");
    await walk.walk(
      [
        `\`\`\`sh\n${command.replace("FILE", file)}\n\`\`\``,
        `<!-- prints -->\n\n\`\`\`text\nhellomachines.${group}  InfraMachine, contract v1beta2, version v1alpha1\n\`\`\``,
      ].join("\n\n"),
    );
  });

  step("with its Deployment scaled to zero, the provider runs from its sources", async () => {
    const [system, name] = [`${label}-system`, `${label}-controller-manager`];
    const deployment = requestPath`/apis/apps/v1/namespaces/${system}/deployments/${name}`;
    const [scale = "", run = ""] = section("While you develop").split(/(?=<!-- goes on -->)/);
    await walk.walk(scale);
    expect(await management.client.request("GET", deployment)).toMatchObject({ spec: { replicas: 0 } });
    // As kubelet would stop its Pod.
    await release[Symbol.asyncDispose]();
    await walk.walk(run);
    const machines = requestPath`/apis/${group}/v1alpha1/namespaces/default/hellomachines`;
    const { items } = (await management.client.request("GET", machines)) as { items: readonly object[] };
    expect(items.map((each) => textAt(each, "spec", "providerID") !== undefined)).toEqual([true, true]);
  });
});

function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = page.split(/^## /m).map((text) => {
    const [heading = "", ...lines] = text.split("\n");
    return [heading, lines.join("\n")] as const;
  });
  return new Map(sections);
}

/** A reader's machine with clusterctl and kubectl, whose clusterctl finds the Go providers offline. */
async function worldOf(home: string, installation: string): Promise<World> {
  const configured = stepsOf(installation).find((step) => step.do === "write");
  const { providers } = load(configured?.text ?? "") as { readonly providers: readonly ConfiguredProvider[] };
  const repository = path.join(home, "repository");
  await mkdir(repository);
  const configuration = await writeLocalRepository(repository, assets, providers);
  return {
    variables: {
      ...onSources.variables,
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, ".config"),
      CLUSTERCTL_DISABLE_VERSIONCHECK: "true",
      PATH: [assets, process.env.KUBEBUILDER_ASSETS, onSources.variables.PATH].join(":"),
    },
    // The files that the reader has written, and the paths of the other files.
    translate: (command) => command.replace(/^clusterctl init/, `cp ${configuration} ${configured?.file ?? ""} && $&`),
    afterwards: () => Promise.resolve(),
  };
}
