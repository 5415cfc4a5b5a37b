import { patienceMs } from "@capstan/harness/patience";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../src/index.ts";
import { widgetDefinition } from "./conformance/widgets.ts";

const run = promisify(execFile);
const assets = process.env.KUBEBUILDER_ASSETS;

function withToken({ url, certificateAuthority }: ApiServer, token: string): object {
  return {
    clusters: [
      {
        name: "own",
        cluster: { server: url, "certificate-authority-data": Buffer.from(certificateAuthority).toString("base64") },
      },
    ],
    users: [{ name: "robot", user: { token } }],
    contexts: [{ name: "own", context: { cluster: "own", user: "robot" } }],
    "current-context": "own",
  };
}

const role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "reader", namespace: "default" },
  rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
};

describe.runIf(assets)("kubectl", () => {
  let server: ApiServer;
  let folder: string;

  const kubectl = async (...flags: string[]): Promise<string> => {
    const { stdout } = await run(path.join(assets ?? "", "kubectl"), [
      `--kubeconfig=${folder}/kubeconfig`,
      `--cache-dir=${folder}/cache`,
      ...flags,
    ]);
    return stdout;
  };
  const file = (name: string, content: unknown): string => {
    writeFileSync(path.join(folder, name), JSON.stringify(content));
    return path.join(folder, name);
  };

  beforeAll(async () => {
    server = await ApiServer.start();
    folder = mkdtempSync(path.join(tmpdir(), "kubectl-"));
    writeFileSync(path.join(folder, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
    await kubectl("apply", "-f", file("definition.json", widgetDefinition));
    await kubectl("wait", "--for=condition=Established", "crd/widgets.example.io", `--timeout=${patienceMs / 1000}s`);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("applies, changes, shows and deletes", async () => {
    const config = (data: object): string =>
      file("config.json", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });
    expect(await kubectl("apply", "-f", config({ a: "1", b: "2" }))).toBe("configmap/a created\n");
    expect(await kubectl("apply", "-f", config({ a: "1" }))).toBe("configmap/a configured\n");
    expect(await kubectl("apply", "-f", config({ a: "1" }))).toBe("configmap/a unchanged\n");
    expect(await kubectl("get", "cm", "a", "-o", "jsonpath={.data}")).toBe('{"a":"1"}');
    expect(await kubectl("describe", "configmap", "a")).toContain("Name:         a");
    expect(await kubectl("delete", "configmap", "a")).toContain('configmap "a" deleted');
  });

  test("shows custom resources with their columns, by short name and category", async () => {
    const widget = { apiVersion: "example.io/v1", kind: "Widget", metadata: { name: "w" }, spec: { count: 1 } };
    expect(await kubectl("apply", "-f", file("widget.json", widget))).toBe("widget.example.io/w created\n");
    expect(await kubectl("get", "wd")).toMatch(/^NAME +SIZE +READY\nw +small +\n$/);
    expect(await kubectl("get", "all")).toContain("widget.example.io/w");
    expect(await kubectl("explain", "widget.spec.count")).toContain("FIELD: count <integer>");
    expect(await kubectl("scale", "widget/w", "--replicas=3")).toContain("scaled");
    expect(await kubectl("get", "wd", "w", "-o", "jsonpath={.spec.replicas}")).toBe("3");
    const bad = file("bad.json", { ...widget, spec: { count: 1, other: 2 } });
    await expect(kubectl("apply", "-f", bad)).rejects.toThrow('strict decoding error: unknown field "spec.other"');
    await kubectl("delete", "-f", file("widget.json", widget));
  });

  test("applies on the server and names the conflicting manager", async () => {
    const config = (value: string): string =>
      file("ssa.json", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "s" }, data: { a: value } });
    expect(await kubectl("apply", "--server-side", "--field-manager=one", "-f", config("1"))).toContain(
      "serverside-applied",
    );
    await expect(kubectl("apply", "--server-side", "--field-manager=two", "-f", config("2"))).rejects.toThrow(
      'conflict with "one": .data.a',
    );
    expect(
      await kubectl("apply", "--server-side", "--field-manager=two", "--force-conflicts", "-f", config("2")),
    ).toContain("serverside-applied");
    await kubectl("delete", "-f", config("2"), "--wait=true");
  });

  test("sorts events by a time that none of them has set", async () => {
    const events = ["b", "a"].map((name) => ({
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name, namespace: "default" },
      regarding: { kind: "ConfigMap", namespace: "default", name },
      reason: "Tested",
      type: "Normal",
      action: "Test",
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "example.io/tests",
      reportingInstance: "tests-0",
    }));
    for (const event of events) await kubectl("create", "-f", file("event.json", event));
    expect(await kubectl("get", "events", "--sort-by=.lastTimestamp")).toMatch(
      /Tested +configmap\/[ab][^]*Tested +configmap\/[ab]/,
    );
    expect(await kubectl("get", "events", "--sort-by=.metadata.name")).toMatch(/configmap\/a[^]*configmap\/b/);
  });

  test("reports that the kind of a manifest is not served", async () => {
    for (const [apiVersion, kind] of [
      ["v1", "Widgets"],
      ["example.io/v1", "Gear"],
      ["nowhere.io/v1", "Widget"],
    ] as const) {
      const manifest = file("unknown.json", { apiVersion, kind, metadata: { name: "a" } });
      await expect(kubectl("apply", "-f", manifest)).rejects.toThrow(
        `no matches for kind "${kind}" in version "${apiVersion}"\nensure CRDs are installed first`,
      );
    }
  });

  test("creates a namespace and waits until it is deleted with its contents", async () => {
    // kubectl sends these in protobuf
    await kubectl("create", "namespace", "short");
    await kubectl("create", "secret", "generic", "s", "-n", "short", "--from-literal=a=b");
    await kubectl("create", "configmap", "c", "-n", "short", "--from-literal=a=b");
    expect(await kubectl("get", "secret", "s", "-n", "short", "-o", "jsonpath={.data.a}")).toBe("Yg==");
    expect(await kubectl("get", "configmap", "c", "-n", "short", "-o", "jsonpath={.data.a}")).toBe("b");
    expect(await kubectl("get", "secret", "s", "-n", "short", "-o", "jsonpath={.type}")).toBe("Opaque");
    expect(await kubectl("delete", "namespace", "short", `--timeout=${patienceMs / 1000}s`)).toContain("deleted");
  });

  test("reports the user and the user's rights, also with impersonation", async () => {
    expect(await kubectl("auth", "whoami")).toMatch(/Username +admin\nGroups +\[system:masters system:authenticated\]/);
    expect(await kubectl("auth", "whoami", "--as=jane", "--as-group=devs", "--as-uid=1")).toMatch(
      /Username +jane\nUID +1\nGroups +\[devs system:authenticated\]/,
    );
    await kubectl("create", "rolebinding", "view", "--clusterrole=view", "--user=jane");
    expect(await kubectl("auth", "can-i", "delete", "pods")).toBe("yes\n");
    expect(await kubectl("auth", "can-i", "list", "pods", "--as=jane")).toBe("yes\n");
    await expect(kubectl("auth", "can-i", "delete", "pods", "--as=jane")).rejects.toMatchObject({ stdout: "no\n" });
    await expect(kubectl("auth", "can-i", "list", "pods", "-n", "kube-system", "--as=jane")).rejects.toThrow();
    const list = await kubectl("auth", "can-i", "--list", "--as=jane");
    expect(list).toMatch(/^selfsubjectreviews\.authentication\.k8s\.io +\[\] +\[\] +\[create\]$/m);
    expect(list).toMatch(/^configmaps +\[\] +\[\] +\[get list watch\]$/m);
    expect(list).toMatch(/^ +\[\/api\/\*\] +\[\] +\[get\]$/m);
    await expect(kubectl("get", "secrets", "--as=jane")).rejects.toThrow(
      'Error from server (Forbidden): secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" in the namespace "default"',
    );
    expect(await kubectl("get", "pods", "--as=jane")).toBe("");
    expect(await kubectl("auth", "reconcile", "-f", file("role.json", role))).toContain("reconciled");
  });

  test("creates tokens of ServiceAccounts and can authenticate with them", async () => {
    await kubectl("create", "serviceaccount", "robot");
    const token = (await kubectl("create", "token", "robot", "--duration=10m")).trim();
    const who = await kubectl("auth", "whoami", `--kubeconfig=${file("robot.json", withToken(server, token))}`);
    expect(who).toMatch(/Username +system:serviceaccount:default:robot\n/);
  });
});

test("the program serves, writes a kubeconfig for its owner only, and removes it on shutdown", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "program-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  const main = path.join(import.meta.dirname, "../src/main.ts");
  const child = spawn(process.execPath, ["--conditions=source", main, "--kubeconfig-out", kubeconfig], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
  while (!output.join("").includes("Wrote a kubeconfig")) await once(child.stderr, "data");
  expect(output.join("")).toMatch(/^Serving on https:\/\/127\.0\.0\.1:\d+\n/);
  expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(existsSync(kubeconfig)).toBe(false);
  rmSync(folder, { recursive: true });
});
