import { describe, expect, test } from "vitest";
import { type KubeadmConfigSpec } from "../../src/index.ts";
import { dataOf, trace } from "./data.ts";
import { complaintsOfSystemd, provision, startKubeadmService } from "./ignition.ts";
import { Machine } from "./machine.ts";
import { noSandbox, unlessSandbox } from "./readings.ts";

const kinds = [
  ["init", "init"],
  ["control-plane join", "join"],
  ["worker join", "join"],
] as const;

describe.skipIf(noSandbox !== undefined)(`a machine with Ignition data${unlessSandbox}`, () => {
  test.each(kinds)(
    "BH-011: runs kubeadm (%s), writes the sentinel file, and does not run it again",
    async (kind, subcommand) => {
      const spec: KubeadmConfigSpec = {
        format: "ignition",
        verbosity: 3,
        preKubeadmCommands: [trace("pre"), "printf '%s\\n' \"it's 100%\" '$HOME' >>/var/log/trace"],
        postKubeadmCommands: ["cat /run/cluster-api/bootstrap-success.complete >>/var/log/trace", trace("post")],
      } as const;
      await using machine = await Machine.create();
      await provision(machine.sandbox, dataOf[kind]({ spec }));
      expect((await complaintsOfSystemd(machine.sandbox)) ?? "").toBe("");
      expect(machine.mode("/etc/kubeadm.sh")).toBe("0700 0:0");
      expect(machine.mode("/etc/kubeadm.yml")).toBe("0600 0:0");
      const config = await machine.text("/etc/kubeadm.yml");

      expect(await startKubeadmService(machine.sandbox)).toMatchObject({ status: 0 });

      expect(await machine.calls()).toEqual([
        {
          argv: [subcommand, "--config", "/etc/kubeadm.yml", "--v", "3"],
          stdin: "",
          config,
          configMode: "root:root 600",
        },
      ]);
      expect(await machine.sentinel()).toBe("success\n");
      expect(await machine.trace()).toEqual(["pre", "it's 100%", "$HOME", `kubeadm ${subcommand}`, "success", "post"]);
      // the next boot
      expect(await startKubeadmService(machine.sandbox)).toBeUndefined();
      expect(machine.exists("/etc/kubeadm.yml")).toBe(false);
    },
  );

  test("BH-011: leaves no sentinel file when kubeadm fails, and retries at the next boot", async () => {
    const spec: KubeadmConfigSpec = { format: "ignition", postKubeadmCommands: [trace("post")] };
    await using machine = await Machine.create([1, 0]);
    await provision(machine.sandbox, dataOf["worker join"]({ spec }));

    expect(await startKubeadmService(machine.sandbox)).toMatchObject({ status: 1 });
    expect(await machine.trace()).toEqual(["kubeadm join"]);
    expect(await machine.sentinel()).toBeUndefined();

    expect(await startKubeadmService(machine.sandbox)).toMatchObject({ status: 0 });
    expect(await machine.trace()).toEqual(["kubeadm join", "kubeadm join", "post"]);
    expect(await machine.sentinel()).toBe("success\n");
  });

  test("does not run kubeadm after a failed preKubeadmCommand", async () => {
    const spec: KubeadmConfigSpec = { format: "ignition", preKubeadmCommands: [trace("pre"), "false", trace("never")] };
    await using machine = await Machine.create();
    await provision(machine.sandbox, dataOf.init({ spec }));
    expect(await startKubeadmService(machine.sandbox)).toMatchObject({ status: 1 });
    expect(await machine.trace()).toEqual(["pre"]);
    expect(await machine.sentinel()).toBeUndefined();
  });

  test("keeps the sentinel file when a postKubeadmCommand fails", async () => {
    const spec: KubeadmConfigSpec = { format: "ignition", postKubeadmCommands: ["false", trace("never")] };
    await using machine = await Machine.create();
    await provision(machine.sandbox, dataOf.init({ spec }));
    expect(await startKubeadmService(machine.sandbox)).toMatchObject({ status: 1 });
    expect(await machine.sentinel()).toBe("success\n");
    expect(await machine.trace()).toEqual(["kubeadm init"]);
  });

  test("has the files of the spec", async () => {
    const binary = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await using machine = await Machine.create();
    await provision(
      machine.sandbox,
      dataOf.init({
        spec: { format: "ignition" },
        files: [
          { path: "/etc/plain", content: "50% ünï\n\ttab" },
          { path: "/etc/secret", content: "s", owner: "daemon:adm", permissions: "0600" },
          { path: "/etc/base64", content: binary.toString("base64"), encoding: "base64" },
        ],
      }),
    );
    expect(await machine.text("/etc/plain")).toBe("50% ünï\n\ttab\n");
    expect(machine.mode("/etc/secret")).toBe("0600 1:4");
    expect(await machine.bytes("/etc/base64")).toEqual(binary);
  });
});
