import { describe, expect, test } from "vitest";
import { kubeadmConfigAdmission } from "../../src/api/admission/admission.ts";
import { findContradictions } from "../../src/api/admission/contradictions.ts";
import { isBase64 } from "../../src/api/admission/ignition-contradictions.ts";
import { type KubeadmConfigSpec } from "../../src/index.ts";

const secret = { secret: { name: "s", key: "k" } };
const filesystem = { device: "/d", filesystem: "ext4", label: "a", overwrite: true };

/** Rejections of upstream's webhook by field: validate in webhooks/kubeadmconfig_webhook.go. */
describe("upstream's webhook rejects", () => {
  const context = { operation: "CREATE", isTemplate: false, dryRun: false, isTopologyDryRun: false } as const;
  const refused = (spec: KubeadmConfigSpec): string[] =>
    (kubeadmConfigAdmission.validate?.(spec, context) ?? []).map(({ path }) => path);

  test.each<[string, KubeadmConfigSpec, string[]]>([
    ["nothing of an empty spec", {}, []],
    ["content twice", { files: [{ path: "/a", content: "x", contentFrom: secret }] }, ["files[0]"]],
    ["a password twice", { users: [{ name: "u", passwd: "x", passwdFrom: secret }] }, ["users[0]"]],
    ["Ignition's section without its format", { ignition: { containerLinuxConfig: { strict: true } } }, ["format"]],
    [
      "what Ignition does not have",
      {
        format: "ignition",
        users: [{ name: "u", inactive: true }],
        bootCommands: ["a"],
        files: [{ path: "/a", permissions: "0600", encoding: "gzip" }],
        diskSetup: {
          partitions: [{ device: "/d", layout: true, tableType: "mbr" }],
          filesystems: [{ ...filesystem, replaceFS: "x", partition: "1" }],
        },
      },
      [
        ...["users[0].inactive", "bootCommands", "files[0].encoding", "diskSetup.partitions[0].tableType"],
        ...["diskSetup.filesystems[0].replaceFS", "diskSetup.filesystems[0].partition"],
      ],
    ],
    [
      "nothing that fails later",
      { format: "ignition", files: [{ path: "a" }], mounts: [["a"]], clusterConfiguration: { certificatesDir: "pki" } },
      [],
    ],
    [
      "more than the disk",
      { diskSetup: { partitions: [{ device: "/d", diskLayout: [{ percentage: 60 }, { percentage: 50 }] }] } },
      ["diskSetup.partitions[0].diskLayout"],
    ],
    [
      "an invalid token",
      { initConfiguration: { bootstrapTokens: [{ token: "x" }] } },
      ["initConfiguration.bootstrapTokens[0].token"],
    ],
  ])("%s", (_what, spec, paths) => {
    expect(refused(spec)).toEqual(paths);
  });

  test("defaults a Template only in a topology dry run", () => {
    const defaulted = (isTopologyDryRun: boolean) =>
      kubeadmConfigAdmission.defaultTemplate?.({ verbosity: 1 }, { ...context, isTopologyDryRun });
    expect(defaulted(false)).toEqual({ verbosity: 1 });
    expect(defaulted(true)).toMatchObject({ verbosity: 1, format: "cloud-config" });
  });
});

describe("with Ignition", () => {
  const contradictions = (spec: KubeadmConfigSpec) => findContradictions({ ...spec, format: "ignition" });
  const file = { path: "/a", permissions: "0600" };
  const kubeConfig = { user: { exec: { command: "c" } } };
  const discoveryFile = (given: object): KubeadmConfigSpec =>
    ({ joinConfiguration: { discovery: { file: { kubeConfigPath: "k", ...given } } } });

  test.each<[string, KubeadmConfigSpec]>([
    ["a user that is not inactive", { users: [{ name: "u", inactive: false }, { name: "v" }] }],
    ["a mount of two fields", { mounts: [["a", "/a"]] }],
    ["base64 from a Secret, or none", { files: [{ ...file, encoding: "base64", contentFrom: secret }] }],
    ["base64", { files: [{ ...file, encoding: "base64", content: "YQ==\n" }] }],
    ["a label of the longest length", { diskSetup: { filesystems: [{ ...filesystem, label: "a".repeat(16) }] } }],
    ["a file system without a label", { diskSetup: { filesystems: [{ device: "/d", filesystem: "ext4" }] } }],
    ["a discovery file that the user brings, wherever", discoveryFile({})],
    ["a warning", { ignition: { containerLinuxConfig: { additionalConfig: "x: 1" } } }],
    [
      "a warning where it is not strict",
      { ignition: { containerLinuxConfig: { additionalConfig: "x: 1", strict: false } } },
    ],
  ])("%s is admitted", (_what, spec) => {
    expect(contradictions(spec)).toEqual([]);
  });

  test.each<[string, KubeadmConfigSpec, object[]]>([
    ["a mount of one field", { mounts: [["a"]] }, [{ path: "spec.mounts[0]" }]],
    [
      "what is not base64",
      { files: [{ ...file, encoding: "base64", content: "YQ" }] },
      [{ path: "spec.files[0].content" }],
    ],
    [
      "a label that is too long, in bytes",
      { diskSetup: { filesystems: [{ ...filesystem, filesystem: "xfs", label: "ééééééé" }] } },
      [{ path: "spec.diskSetup.filesystems[0].label", message: "is longer than the 12 characters of xfs" }],
    ],
    [
      "only the file system, if it is unknown",
      { diskSetup: { filesystems: [{ ...filesystem, filesystem: "zfs", label: "a".repeat(300) }] } },
      [{ path: "spec.diskSetup.filesystems[0].filesystem" }],
    ],
    [
      "a discovery file that is written, at a relative path",
      discoveryFile({ kubeConfig }),
      [{ path: "spec.joinConfiguration.discovery.file.kubeConfigPath" }],
    ],
    [
      "an error of the additional config, with its place in it",
      { ignition: { containerLinuxConfig: { additionalConfig: "version: 1\nx: 1" } } },
      [{ path: "spec.ignition.containerLinuxConfig.additionalConfig", message: "version must be 0" }],
    ],
    [
      "an error of all of it, without a place",
      { ignition: { containerLinuxConfig: { additionalConfig: "[a]" } } },
      [{ path: "spec.ignition.containerLinuxConfig.additionalConfig", message: "must be a map" }],
    ],
  ])("%s is a contradiction", (_what, spec, found) => {
    expect(contradictions(spec)).toMatchObject(found);
  });

  test.each([
    ["", true],
    ["YWJj", true],
    ["YW\nJj\r\n", true],
    ["YWI=", true],
    ["YQ==", true],
    ["YQ=", false],
    ["YQ", false],
    ["a-_b", false],
  ])("%j is base64: %s", (text, is) => {
    expect(isBase64(text)).toBe(is);
  });
});

test("a flag that is set once is not a contradiction next to a repeated flag", () => {
  const flags = (...names: string[]) => names.map((name) => ({ name, value: "1" }));
  const scheduler = { extraArgs: flags("a", "b", "b", "c") };
  const spec = { clusterConfiguration: { apiServer: { extraArgs: flags("a", "b") }, scheduler } };
  expect(findContradictions(spec)).toEqual([
    { path: "spec.clusterConfiguration.scheduler.extraArgs", message: "b is set twice; keep one" },
  ]);
});
