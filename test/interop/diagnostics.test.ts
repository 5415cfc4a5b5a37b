import https from "node:https";
import { goCoreAvailable } from "@capstan/harness/go";
import { type Client, createClient, LogVerbosity, Manager, requestPath } from "@capstan/runtime";
import { applyManifests, GoManager, RealApiServer, serviceAccountKubeconfig } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const namespace = "default";
const apiGroup = "rbac.authorization.k8s.io";

type Rule = Readonly<Record<string, readonly string[]>>;

/** A ServiceAccount with only these permissions. */
async function account(client: Client, name: string, rules: readonly Rule[]): Promise<void> {
  await applyManifests(client, [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } },
    { apiVersion: `${apiGroup}/v1`, kind: "ClusterRole", metadata: { name }, rules },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup, kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name, namespace }],
    },
  ]);
}

async function tokenOf(client: Client, name: string): Promise<string> {
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const path = requestPath`/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  return ((await client.request("POST", path, body)) as { status: { token: string } }).status.token;
}

interface Asked {
  readonly path?: string;
  readonly token?: string;
  readonly method?: string;
  readonly body?: string;
}

function ask(port: number, { path = "/metrics", token, method = "GET", body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const options = { host: "127.0.0.1", port, path, method, headers, rejectUnauthorized: false, agent: false };
    const asking = https.request(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.on("error", reject).end(body);
  });
}

describe.runIf(goCoreAvailable)("the diagnostics endpoint, compared with that of the Go core manager", () => {
  const cleanUp = new AsyncDisposableStack();
  const tokens = new Map<string, string>();
  const ports = { go: 0, ours: 0, powerless: 0 };
  const verbosity = new LogVerbosity(2);

  beforeAll(async () => {
    const server = cleanUp.use(await RealApiServer.start({ rbac: true, controllerManager: true }));
    const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    cleanUp.defer(() => admin.close());
    await account(admin, "scraper", [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }]);
    await account(admin, "leveler", [{ nonResourceURLs: ["/debug/flags/v"], verbs: ["put"] }]);
    await account(admin, "stranger", []);
    await account(admin, "manager", [
      { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
      { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
    ]);
    for (const name of ["scraper", "leveler", "stranger"]) tokens.set(name, await tokenOf(admin, name));

    ports.go = cleanUp.use(await GoManager.start(server, "core", { insecureDiagnostics: false })).diagnosticsPort;
    const start = async (name: string): Promise<number> => {
      const kubeconfig = await serviceAccountKubeconfig(server, admin, { namespace, name });
      const client = createClient({ kubeconfig, userAgent: "test/1" });
      cleanUp.defer(() => client.close());
      const manager = new Manager({ name, client, diagnostics: { address: "127.0.0.1:0", verbosity } });
      cleanUp.use(manager);
      await manager.start();
      return Number(manager.addresses.diagnostics?.split(":")[1]);
    };
    ports.ours = await start("manager");
    ports.powerless = await start("stranger");
  });
  afterAll(() => cleanUp.disposeAsync());

  const tokenFor = (who: string): { token?: string } => {
    if (who === "anonymous") return {};
    return { token: tokens.get(who) ?? who };
  };

  test.each([
    ["anonymous", {}, 401],
    ["stranger", {}, 403],
    ["leveler", {}, 403],
    ["scraper", {}, 200],
    ["scraper", { method: "HEAD" }, 403],
    ["scraper", { method: "POST", body: "x" }, 403],
    ["scraper", { path: "/debug/flags/v", method: "PUT", body: "3" }, 403],
    ["leveler", { path: "/debug/flags/v", method: "PUT", body: "3" }, 200],
    ["leveler", { path: "/debug/flags/v", method: "PUT", body: "much" }, 400],
    ["scraper", { path: "/debug/nothing" }, 404],
    ["anonymous", { path: "/" }, 404],
  ])("%s, %j: both respond with %d", async (who, asked, status) => {
    const request = { ...asked, ...tokenFor(who) };
    expect({ go: await ask(ports.go, request), ours: await ask(ports.ours, request) }).toEqual({
      go: status,
      ours: status,
    });
  });

  test.each([
    ["a token that no one has is not a failure of ours", "guessed", {}, { go: 500, ours: 401 }],
    ["there is one spelling of a path", "scraper", { path: "//metrics" }, { go: 307, ours: 404 }],
  ])("they differ: %s", async (_, who, asked, statuses) => {
    const request = { ...asked, ...tokenFor(who) };
    expect({ go: await ask(ports.go, request), ours: await ask(ports.ours, request) }).toEqual(statuses);
  });

  test("the authorized request has set the verbosity", () => {
    expect(verbosity.value).toBe(3);
  });

  test("a manager without permission for reviews admits no client", async () => {
    expect(await ask(ports.powerless, tokenFor("scraper"))).toBe(500);
    expect(await ask(ports.powerless, {})).toBe(401);
  });
});
