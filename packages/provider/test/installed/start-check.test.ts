import { ApiServer } from "@capstan/apiserver";
import {
  BootstrapConfigReconciler,
  type CustomResourceDefinition,
  ControlPlaneReconciler,
  InfraClusterReconciler,
  InfraMachinePoolReconciler,
  InfraMachineReconciler,
  InstallationError,
  type InstalledFinding,
  managerRules,
  outcome,
  type ProviderDefinition,
  type ProviderReconciler,
} from "@capstan/provider";
import {
  type Client,
  createClient,
  createLogger,
  CustomResourceDefinition as CustomResourceDefinitionKind,
  isAlreadyExists,
  Manager,
  type RequestInfo,
} from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grantClusterRole } from "@capstan/harness/servers";
import { definitions, type Fault, installedWith } from "./definitions.ts";
import { faults } from "./faults.ts";
import { coreCRDs } from "@capstan/harness/servers";

const possible = faults.filter(({ impossible = false }) => !impossible);

describe("on a server with one fault in a CRD", () => {
  test.each(possible.map((fault) => [`${fault.role}: ${fault.name} (${fault.rule})`, fault] as const))(
    "%s",
    async (_, fault) => {
      await using server = await ApiServer.start();
      await expectCaught(server.kubeconfig, fault);
    },
  );
});

describe("a provider", () => {
  test("starts on its own CRDs after reading each once", async () => {
    await using server = await ApiServer.start();
    const all = definitions.v1beta2;
    await install(
      server.kubeconfig,
      Object.values(all).flatMap(({ crds }) => crds),
    );
    await using run = runOf(server.kubeconfig, Object.values(all));
    await run.manager.start();
    expect(run.asked()).toEqual(Object.values(all).flatMap(({ crds }) => crds.map(({ metadata }) => metadata.name)));
    expect(run.warnings).toEqual([]);
  });

  test("reports all faults of all kinds in one error, and does nothing else", async () => {
    await using server = await ApiServer.start();
    await using run = runOf(server.kubeconfig, Object.values(definitions.v1beta2));
    const error = await rejection(run.manager.start());
    expect(error.code).toBe("InstallationUnfit");
    expect(error.findings.map(({ rule, object }) => [rule, object.replace(/^\S+ (\w+)\..*$/, "$1")])).toEqual([
      ["AR-001", "fooconfigs"],
      ["BT-001", "fooconfigtemplates"],
      ["AR-001", "foomachines"],
      ["BT-001", "foomachinetemplates"],
      ["AR-001", "fooclusters"],
      ["AR-001", "foomachinepools"],
      ["AR-001", "foocontrolplanes"],
    ]);
    expect(error.message).toMatch(/CustomResourceDefinition foomachines\.infrastructure.*AR-001/);
    expect(error.message).toMatch(/To do: .*--install/);
    const others = run.requests.filter(({ resource }) => resource !== "customresourcedefinitions");
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /apis/cluster.x-k8s.io"]);
  });

  test("makes the manager fail for a faulty kind that is added at run time", async () => {
    await using server = await ApiServer.start();
    await using run = runOf(server.kubeconfig, []);
    await run.manager.start();
    reconcilerOf(definitions.v1beta2.InfraMachine).setup(run.manager);
    expect((await rejection(run.manager.failure)).findings).toHaveLength(2);
  });

  test("stops on request while the server is unresponsive", async () => {
    const server = await ApiServer.start();
    await server.close();
    await using run = runOf(server.kubeconfig, [definitions.v1beta2.InfraMachine]);
    const stopping = new AbortController();
    const started = run.manager.start(stopping.signal);
    await expect.poll(() => run.warnings.join()).toContain("A CRD cannot be read");
    stopping.abort();
    await started;
  });
});

describe.runIf((process.env.KUBEBUILDER_ASSETS ?? "") !== "")("on the real server", () => {
  const chosen = ["AR-001", "AR-006", "AR-012", "AR-018", "IM-014", "BC-005", "IC-007", "schema"];
  const seeded = chosen.flatMap((rule) => possible.filter((fault) => fault.rule === rule).slice(0, 1));
  let server: RealApiServer;
  let admin: Client;

  beforeAll(async () => {
    server = await RealApiServer.start({ rbac: true });
    admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  });
  // Some faults are a missing CRD, or a CRD whose scope and names cannot be changed later.
  beforeEach(async () => {
    await admin.deleteCollection(CustomResourceDefinitionKind, {});
    await expect.poll(async () => (await admin.list(CustomResourceDefinitionKind)).items).toEqual([]);
  });
  afterAll(async () => {
    await admin.close();
    await server[Symbol.asyncDispose]();
  });

  test.each(seeded.map((fault) => [`${fault.role}: ${fault.name} (${fault.rule})`, fault] as const))(
    "%s",
    async (_, fault) => {
      await expectCaught(server.kubeconfig, fault);
    },
  );

  test("the generated role permits the comparison, and a missing permission causes a warning", async () => {
    const definition = definitions.v1beta2.BootstrapConfig;
    await install(server.kubeconfig, [...coreCRDs, ...definition.crds]);
    await grantClusterRole(admin, "granted", managerRules([definition]));
    await using run = runOf(await server.kubeconfigFor("granted"), [definition]);
    await run.manager.start();
    expect(run.warnings).toEqual([]);
    expect(run.requests.filter(({ status }) => status === 403)).toEqual([]);

    const without = managerRules([definition]).filter(({ resourceNames }) => resourceNames === undefined);
    await grantClusterRole(admin, "without", without);
    await using unread = runOf(await server.kubeconfigFor("without"), [definition]);
    await unread.manager.start();
    expect(unread.warnings).toHaveLength(2);
    expect(unread.warnings.join()).toContain("the provider's role does not grant get on the CRD");
  });
});

/** The provider refuses to start if the fault violates a MUST, and warns if it violates a SHOULD. */
async function expectCaught(kubeconfig: string, fault: Fault): Promise<void> {
  const { role, contract = "v1beta2", rule, level = "MUST", path } = fault;
  await install(
    kubeconfig,
    installedWith(fault).filter((crd) => crd !== undefined),
  );
  await using run = runOf(kubeconfig, [definitions[contract][role]]);
  const started = run.manager.start();
  if (level === "MUST") {
    const findings: readonly Partial<InstalledFinding>[] = (await rejection(started)).findings;
    expect(findings).toContainEqual(expect.objectContaining({ rule, path }));
  } else {
    await started;
    expect(run.warnings.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ rule, path }),
    );
  }
}

/** Creates CRDs or replaces those with the same names. */
async function install(kubeconfig: string, crds: readonly CustomResourceDefinition[]): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "test/1" });
  for (const crd of crds) {
    try {
      await client.create(CustomResourceDefinitionKind, crd);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const { resourceVersion = "" } = (await client.get(CustomResourceDefinitionKind, crd.metadata)).metadata;
      await client.replace(CustomResourceDefinitionKind, { ...crd, metadata: { ...crd.metadata, resourceVersion } });
    }
  }
  await client.close();
}

/** A manager with a reconciler for each definition, and its requests and warnings. */
function runOf(kubeconfig: string, kinds: readonly ProviderDefinition[]) {
  const requests: RequestInfo[] = [];
  const warnings: string[] = [];
  const client = createClient({ kubeconfig, userAgent: "provider/1", onRequest: (info) => requests.push(info) });
  // Core's kinds are not installed everywhere; informer messages about them are ignored.
  const write = (line: string) => {
    if (line.includes("CRD") && !line.includes("Informer")) warnings.push(line);
  };
  const logger = createLogger({ level: "warn", format: "json", write });
  const manager = new Manager({ name: "provider", client, logger });
  for (const kind of kinds) reconcilerOf(kind).setup(manager);
  return {
    manager,
    requests,
    warnings,
    asked: () =>
      requests
        // A list has no name: the manager watches the list of MachinePools, because they may be missing.
        .filter(({ resource, name }) => resource === "customresourcedefinitions" && name !== "")
        .map(({ verb, name }) => {
          expect(verb).toBe("get");
          return name;
        }),
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
    },
  };
}

function reconcilerOf(definition: ProviderDefinition): ProviderReconciler<ProviderDefinition> {
  const pending = () => outcome.pending("Never");
  switch (definition.role) {
    case "BootstrapConfig":
      return new (class extends BootstrapConfigReconciler<ProviderDefinition<"BootstrapConfig">> {
        readonly definition = definition as ProviderDefinition<"BootstrapConfig">;
        readonly reconcileBootstrap = pending;
      })();
    case "InfraMachine":
      return new (class extends InfraMachineReconciler<ProviderDefinition<"InfraMachine">> {
        readonly definition = definition as ProviderDefinition<"InfraMachine">;
        readonly reconcileMachine = pending;
        readonly deleteMachine = pending;
      })();
    case "InfraCluster":
      return new (class extends InfraClusterReconciler<ProviderDefinition<"InfraCluster">> {
        readonly definition = definition as ProviderDefinition<"InfraCluster">;
        readonly reconcileCluster = pending;
      })();
    case "InfraMachinePool":
      return new (class extends InfraMachinePoolReconciler<ProviderDefinition<"InfraMachinePool">> {
        readonly definition = definition as ProviderDefinition<"InfraMachinePool">;
        readonly reconcilePool = pending;
        readonly deletePool = pending;
      })();
    case "ControlPlane":
      return new (class extends ControlPlaneReconciler<ProviderDefinition<"ControlPlane">> {
        readonly definition = definition as ProviderDefinition<"ControlPlane">;
        readonly reconcileControlPlane = pending;
      })();
  }
}

async function rejection(promise: Promise<unknown>): Promise<InstallationError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InstallationError);
  return error as InstallationError;
}
