import { win32 } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toStorage } from "../../src/api/conversion/kubeadm-config-spec.ts";
import { type KubeadmConfigSpec } from "../../src/index.ts";
import { fileOf, parseCloudConfig } from "../cloud-config.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";
import { cloudInitVersion, hostname } from "./cloud-init.ts";
import { dataOf, trace } from "./data.ts";
import { Machine } from "./machine.ts";
import { noSandbox, readings, unlessSandbox } from "./readings.ts";

const initConfig = "/run/kubeadm/kubeadm.yaml";
const joinConfig = "/run/kubeadm/kubeadm-join-config.yaml";
const keys = [
  ["c1-ca", "/etc/kubernetes/pki/ca.key"],
  ["c1-etcd", "/etc/kubernetes/pki/etcd/ca.key"],
  ["c1-proxy", "/etc/kubernetes/pki/front-proxy-ca.key"],
  ["c1-sa", "/etc/kubernetes/pki/sa.key"],
] as const;
const kinds = [
  ["init", initConfig],
  ["control-plane join", joinConfig],
  ["worker join", joinConfig],
] as const;

describe.skipIf(noSandbox !== undefined).each(readings)(`booting with %s${unlessSandbox}`, (_name, cloudInit) => {
  test("BH-011: machines of a cluster run kubeadm with the provider's data and write the sentinel file", async () => {
    // given the data of the first control-plane machine, another one, and a worker
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true, spec: { verbosity: 5 } });
    await world.createMachine("cp-1", { controlPlane: true });
    await world.createMachine("w-0");
    await world.initializeControlPlane();
    const authorities = ["ca", "etcd/ca", "front-proxy-ca"];
    for (const [name, command, config, certificates, privateKeys] of [
      ["cp-0", ["init", "--v", "5"], initConfig, authorities, keys],
      ["cp-1", ["join"], joinConfig, authorities, keys],
      ["w-0", ["join"], joinConfig, [], []],
    ] as const) {
      const data = (await world.data(name)) ?? "";

      // when a machine boots from it
      await using machine = await Machine.booted(cloudInit, data);

      // then kubeadm was called once, without input, with a configuration that only root and its group can read
      const [subcommand, ...flags] = command;
      expect(await machine.calls()).toEqual([
        {
          argv: [subcommand, "--config", config, ...flags],
          stdin: "",
          config: fileOf(data, config),
          configMode: "root:root 640",
        },
      ]);
      expect(await machine.sentinel()).toBe("success\n");
      // and control-plane machines have the certificates, with keys that only root can read
      for (const path of certificates.map((each) => `/etc/kubernetes/pki/${each}`)) {
        expect(machine.mode(`${path}.crt`)).toBe("0640 0:0");
        expect(machine.mode(`${path}.key`)).toBe("0600 0:0");
      }
      expect(machine.exists("/etc/kubernetes/pki")).toBe(certificates.length > 0);
      for (const [secret, path] of privateKeys) {
        expect(await machine.text(path)).toBe(await world.secret(secret, "tls.key"));
      }
    }
  });

  describe.each(kinds)("%s", (kind, config) => {
    const render = dataOf[kind];
    const [subcommand] = kind === "init" ? ["init"] : ["join"];

    test("runs the user's commands in order: at boot before files exist, before kubeadm, and after it (S101)", async () => {
      const data = render({
        spec: {
          bootCommands: [`test -e ${config} || ${trace("no-files-yet")}`, trace("boot")],
          preKubeadmCommands: [`test -e ${config} && ${trace("files")}`, trace("pre")],
          postKubeadmCommands: [`cat /run/cluster-api/bootstrap-success.complete >>/var/log/trace`, trace("post")],
        },
      });
      await using machine = await Machine.booted(cloudInit, data);
      expect(await machine.trace()).toEqual([
        "no-files-yet",
        "boot",
        "files",
        "pre",
        `kubeadm ${subcommand}`,
        "success",
        "post",
      ]);
    });

    test("BH-011: leaves no sentinel file and does not retry when kubeadm fails, but runs later commands (S127)", async () => {
      const data = render({ spec: { postKubeadmCommands: [trace("post")] } });
      await using machine = await Machine.booted(cloudInit, data, [1, 0]);
      expect(await machine.trace()).toEqual([`kubeadm ${subcommand}`, "post"]);
      expect(await machine.sentinel()).toBeUndefined();
      // the directory of the sentinel file exists
      expect(machine.exists("/run/cluster-api/placeholder")).toBe(true);
    });
  });

  // A list of shell commands continues after a failed command, as with the Go provider.
  test.each<[string, KubeadmConfigSpec, trace: string[], sentinel: string | undefined]>([
    [
      "a command before kubeadm that fails does not keep it from running",
      { preKubeadmCommands: ["false", trace("pre")] },
      ["pre", "kubeadm init"],
      "success\n",
    ],
    [
      "a command before kubeadm that ends the script does",
      { preKubeadmCommands: [trace("pre"), "exit 1"], postKubeadmCommands: [trace("post")] },
      ["pre"],
      undefined,
    ],
    [
      "under set -e, a command before kubeadm that fails does, too",
      { preKubeadmCommands: ["set -e", "false"], postKubeadmCommands: [trace("post")] },
      [],
      undefined,
    ],
    [
      "a command after kubeadm that fails takes nothing back",
      { postKubeadmCommands: ["false", trace("post")] },
      ["kubeadm init", "post"],
      "success\n",
    ],
    [
      "a boot command that fails does not keep kubeadm from running",
      { bootCommands: [trace("boot"), "exit 3"] },
      ["boot", "kubeadm init"],
      "success\n",
    ],
  ])("%s", async (_sentence, spec, expected, sentinel) => {
    await using machine = await Machine.booted(
      cloudInit,
      dataOf.init({ spec: { ...spec, bootCommands: [": >>/var/log/trace", ...(spec.bootCommands ?? [])] } }),
    );
    expect(await machine.trace()).toEqual(expected);
    expect(await machine.sentinel()).toBe(sentinel);
  });

  test.each([
    ["failing", 1, undefined],
    ["succeeding", 0, "success\n"],
  ])("v1beta1's useExperimentalRetryJoin has no effect: one call, %s", async (_word, status, sentinel) => {
    const spec = toStorage({ useExperimentalRetryJoin: true });
    await using machine = await Machine.booted(cloudInit, dataOf["worker join"]({ spec }), [status, 0]);
    expect((await machine.calls()).map(({ argv }) => argv)).toEqual([["join", "--config", joinConfig]]);
    expect(await machine.sentinel()).toBe(sentinel);
  });

  test("commands reach the shell unchanged", async () => {
    const commands = [
      `printf '%s\\n' "two  spaces" 'a: b # c' >>/var/log/trace`,
      `printf '%s\\n' "it's \\"quoted\\"" "back\\\\slash" >>/var/log/trace`,
      `for i in 1 2; do\n  echo "line $i" >>/var/log/trace\ndone`,
      "cat <<'EOF' >>/var/log/trace\n\ttab & ünï {not jinja}\nEOF",
      "printf '%s\\n' {{ ds.meta_data.local_hostname }} >>/var/log/trace",
      "yes | head -n 1 >>/var/log/trace",
    ];
    await using machine = await Machine.booted(cloudInit, dataOf.init({ spec: { preKubeadmCommands: commands } }));
    expect(await machine.trace()).toEqual([
      "two  spaces",
      "a: b # c",
      `it's "quoted"`,
      "back\\slash",
      "line 1",
      "line 2",
      "\ttab & ünï {not jinja}",
      hostname,
      "y",
      "kubeadm init",
    ]);
  });

  test("files have the content, owner and permissions of the spec in any encoding", async () => {
    const binary = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const base64 = (bytes: Buffer): string => bytes.toString("base64");
    const data = dataOf["worker join"]({
      files: [
        { path: "/etc/plain", content: "a: b # c\n\n\ttab\n" },
        { path: "/etc/secret", content: "s", owner: "daemon:adm", permissions: "0600" },
        { path: "/usr/local/bin/tool", content: "#!/bin/sh\necho tool >>/var/log/trace\n", permissions: "0755" },
        { path: "/etc/base64", content: base64(binary), encoding: "base64" },
        { path: "/etc/gzip", content: base64(gzipSync(binary)), encoding: "gzip+base64" },
        { path: "/etc/image", content: "more\n", append: true },
        { path: "/etc/twice", content: "one\n" },
        { path: "/etc/twice", content: "two\n", append: true },
        { path: "/etc/again", content: "old\n" },
        { path: "/etc/again", content: "new\n" },
        { path: "/etc/a folder/of its: own", content: "x" },
        { path: "/etc/config.yaml", content: "host: '{{ ds.meta_data.local_hostname }}'\n" },
      ],
      spec: { preKubeadmCommands: ["tool"] },
    });
    await using machine = await Machine.create();
    await machine.sandbox.write("/etc/image", "of the image\n");
    await cloudInit.boot(machine.sandbox, data);

    expect(await machine.text("/etc/plain")).toBe("a: b # c\n\n\ttab\n");
    expect(machine.mode("/etc/plain")).toBe("0644 0:0");
    expect(machine.mode("/etc/secret")).toBe("0600 1:4");
    expect(await machine.trace()).toEqual(["tool", "kubeadm join"]);
    for (const name of ["base64", "gzip"]) expect(await machine.bytes(`/etc/${name}`)).toEqual(binary);
    expect(await machine.text("/etc/image")).toBe("of the image\nmore\n");
    expect(await machine.text("/etc/twice")).toBe("one\ntwo\n");
    expect(await machine.text("/etc/again")).toBe("new\n");
    expect(await machine.text("/etc/a folder/of its: own")).toBe("x\n");
    expect(await machine.text("/etc/config.yaml")).toBe(`host: '${hostname}'\n`);
  });

  test("kubeadm's configuration may use the machine name from the cloud's metadata", async () => {
    const name = "{{ ds.meta_data.local_hostname }}";
    const data = dataOf.init({ spec: { initConfiguration: { nodeRegistration: { name } } } });
    await using machine = await Machine.booted(cloudInit, data);
    const [call] = await machine.calls();
    expect(call?.config).toContain(`name: '${hostname}'`);
  });
});

describe.runIf(noSandbox === undefined && readings.length > 1)(`cloud-init ${cloudInitVersion ?? ""}`, () => {
  const [, [, cloudInit] = []] = readings;

  test.each(kinds)("finds no errors in the data of %s", async (kind) => {
    await using machine = await Machine.create();
    await cloudInit?.boot(machine.sandbox, dataOf[kind]({}));
    const { status, output } = await machine.sandbox.run("cloud-init", "schema", "--system");
    expect([status, output.trim()]).toEqual([0, "Valid cloud-config: system userdata"]);
    expect(JSON.parse(await machine.text("/var/lib/cloud/data/result.json"))).toMatchObject({ v1: { errors: [] } });
  });

  test("runs boot commands at every boot, and everything else at the first only, even after a failure", async () => {
    const spec = { bootCommands: [trace("boot")], preKubeadmCommands: [trace("pre")] };
    await using machine = await Machine.create([1, 0]);
    for (let boot = 0; boot < 2; boot += 1) await cloudInit?.boot(machine.sandbox, dataOf.init({ spec }));
    expect(await machine.trace()).toEqual(["boot", "pre", "kubeadm init", "boot"]);
    expect(await machine.sentinel()).toBeUndefined();
  });
});

// No Windows is available here: cloudbase-init accepts the same data, and the paths of its shell start at the current drive.
test.each(kinds)("BH-012: on Windows, %s writes the sentinel file to the path of the contract (S127)", (kind) => {
  const data = dataOf[kind]({ spec: { preKubeadmCommands: ["pre"] } });
  const { runcmd, write_files } = parseCloudConfig(data);
  const onWindows = (path: string): string => win32.resolve("C:\\Windows\\System32", path);
  const [command, ...others] = runcmd.filter((each) => each.includes("bootstrap-success"));
  expect(others).toEqual([]);

  // in the last step, and only on success
  expect(runcmd.at(-1)).toBe(command);
  const [, success, sentinel = ""] = /^kubeadm .* && (echo success) > (\S+)$/.exec(command ?? "") ?? [];
  expect(success).toBe("echo success");
  expect(onWindows(sentinel)).toBe("C:\\run\\cluster-api\\bootstrap-success.complete");
  // and writing a file creates its directory, unlike mkdir -p
  expect(write_files.map(({ path }) => win32.dirname(onWindows(path)))).toContain("C:\\run\\cluster-api");
  expect(data).not.toContain("mkdir");
});
