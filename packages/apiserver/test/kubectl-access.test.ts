import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RealApiServer } from "@capstan/testkit";
import { ApiServer } from "../src/index.ts";
import { eventually, Wire } from "./conformance/target.ts";

const run = promisify(execFile);
const assets = process.env.KUBEBUILDER_ASSETS;
const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** The output of kubectl, and whether it succeeded. */
interface Printed {
  readonly code: number;
  readonly output: string;
}

describe.runIf(assets)("with both servers, kubectl prints the same about users and their rights:", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kubectl-access-"));
  let real: RealApiServer;
  let embedded: ApiServer;

  beforeAll(async () => {
    [real, embedded] = await Promise.all([RealApiServer.start({ rbac: true }), ApiServer.start()]);
    for (const [name, { kubeconfig }] of Object.entries({ real, embedded })) {
      writeFileSync(path.join(folder, name), kubeconfig);
      await populate(new Wire(kubeconfig));
    }
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([real.stop(), embedded.close()]);
  });

  async function kubectl(server: "real" | "embedded", args: readonly string[]): Promise<Printed> {
    const program = path.join(assets ?? "", "kubectl");
    const own = [`--kubeconfig=${path.join(folder, server)}`, `--cache-dir=${path.join(folder, `${server}-cache`)}`];
    try {
      const { stdout, stderr } = await run(program, [...args, ...own]);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  test.each([
    "auth can-i --list",
    "auth can-i --list --as=jane",
    "auth can-i --list --as=jane --namespace=kube-system",
    "auth can-i --list --as=joe",
    "auth can-i --list --as=system:serviceaccount:default:robot",
    "auth can-i --list --as=system:serviceaccount:default:robot --as-group=system:masters",
    "auth can-i get pods --subresource=log --as=jane",
    "auth can-i get /metrics --as=jane",
    "auth can-i create secrets --as=jane --namespace=kube-system",
    "auth can-i use nothing.example.io --as=jane",
    "auth whoami --as=jane --as-group=devs --as-uid=7 --as-user-extra=example.io/a=b",
    "get secrets --as=jane --all-namespaces",
    "create token gone",
    "create token robot --duration=1m",
    "create token robot --as=jane",
    "create token robot --bound-object-kind=Pod --bound-object-name=gone",
  ])("kubectl %s", async (line) => {
    const args = line.split(" ");
    const [theirs, ours] = await Promise.all([kubectl("real", args), kubectl("embedded", args)]);
    expect(ours).toEqual(theirs);
  });

  test.each([
    "create token robot --duration=10m",
    "create token robot --audience=vault --audience=other",
    "create token robot --bound-object-kind=Secret --bound-object-name=bound",
  ])("the token claims of kubectl %s", async (line) => {
    const claims = await Promise.all(
      (["real", "embedded"] as const).map(async (server) =>
        claimsOf((await kubectl(server, line.split(" "))).output.trim()),
      ),
    );
    const [theirs, ours] = claims;
    expect(ours).toEqual(theirs);
  });
});

async function populate(wire: Wire): Promise<void> {
  const rules = [
    { apiGroups: ["", "apps"], resources: ["pods", "pods/log", "deployments"], verbs: ["get", "list"] },
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["a", "b"], verbs: ["*"] },
  ];
  const everywhere = [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }, ...rules.slice(1)];
  const ref = (kind: string): object => ({ apiGroup: "rbac.authorization.k8s.io", kind, name: "reader" });
  const subjects = [
    { kind: "User", name: "jane" },
    { kind: "ServiceAccount", name: "robot", namespace: "default" },
  ];
  const metadata = { name: "reader" };
  await wire.post("/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "robot" } });
  await wire.post("/api/v1/namespaces/default/secrets", { metadata: { name: "bound" } });
  await wire.post(`${rbac}/namespaces/default/roles`, { metadata, rules });
  await wire.post(`${rbac}/namespaces/default/rolebindings`, { metadata, roleRef: ref("Role"), subjects });
  await wire.post(`${rbac}/clusterroles`, { metadata, rules: everywhere });
  await wire.post(`${rbac}/clusterrolebindings`, { metadata, roleRef: ref("ClusterRole"), subjects });
  for (const path of ["/metrics", "/api/v1/namespaces/default/pods"]) {
    const headers = { "impersonate-user": "jane" };
    await eventually(
      () => wire.send("GET", path, undefined, headers),
      ({ status }) => status === 200,
    );
  }
}

/** The claims of a token without variable values: its issue time, its id, and the ids of objects. */
function claimsOf(token: string): unknown {
  const [header = "", payload = ""] = token.split(".");
  const read = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, "base64url").toString(), (key, value: unknown) =>
      key === "uid" || key === "jti" ? typeof value : value,
    ) as Record<string, unknown>;
  const { iat, nbf, exp, ...rest } = read(payload);
  // The real server's key is of another type.
  return {
    header: Object.keys(read(header)).sort(),
    ...rest,
    lasts: Number(exp) - Number(iat),
    waits: Number(nbf) - Number(iat),
  };
}
