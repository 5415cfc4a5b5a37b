import { describe, expect, test } from "vitest";
import { convertContainerLinuxConfig } from "../../src/container-linux-config/convert.ts";

function findings(text: string): string[] {
  return convertContainerLinuxConfig(text).findings.map(
    ({ severity, path, message }) => `${severity} ${path}: ${message}`,
  );
}

test("files, directories and links get Ignition's defaults; modes are parsed as YAML integers", () => {
  const { config, findings: none } = convertContainerLinuxConfig(`
storage:
  files:
    - path: /a
      mode: 0644
      contents: {inline: "ä b"}
    - path: /b
      mode: 420
      append: true
      contents: {remote: {url: "https://e.example/b", compression: gzip}}
  directories: [{path: /d, mode: 0o700}]
  links: [{path: /l, target: /a, hard: true}]
`);
  expect(none).toEqual([]);
  expect(config.storage).toEqual({
    files: [
      { filesystem: "root", path: "/a", mode: 420, contents: { source: "data:,%C3%A4%20b", verification: {} } },
      {
        filesystem: "root",
        path: "/b",
        mode: 420,
        append: true,
        contents: { source: "https://e.example/b", compression: "gzip", verification: {} },
      },
    ],
    directories: [{ filesystem: "root", path: "/d", mode: 448 }],
    links: [{ filesystem: "root", path: "/l", target: "/a", hard: true }],
  });
});

test("merge keys are merged, and a block that ends the text gets no line end", () => {
  const { config, findings: none } = convertContainerLinuxConfig(`
storage:
  files:
    - &defaults { path: /a, mode: 0600, contents: { inline: a } }
    - <<: *defaults
      path: /etc/hostname
      contents:
        inline: |
          name`);
  expect(none).toEqual([]);
  expect(config.storage.files).toMatchObject([
    { path: "/a", mode: 0o600 },
    { path: "/etc/hostname", mode: 0o600, contents: { source: "data:,name" } },
  ]);
});

test("update and locksmith become one file, docker becomes a drop-in", () => {
  const { config } = convertContainerLinuxConfig(
    "locksmith: {reboot_strategy: off, group: g}\ndocker: {flags: [-a, -b]}",
  );
  expect(config.storage.files).toMatchObject([
    {
      path: "/etc/coreos/update.conf",
      contents: { source: "data:,%0AREBOOT_STRATEGY%3D%22off%22%0ALOCKSMITHD_GROUP%3D%22g%22" },
    },
  ]);
  expect(config.systemd.units).toMatchObject([
    { name: "docker.service", enable: true, dropins: [{ contents: '[Service]\nEnvironment="DOCKER_OPTS=-a -b"' }] },
  ]);
});

describe("reports", () => {
  test.each([
    ["{", "error : is not valid YAML"],
    ["", "warning : is empty"],
    ["[a]", "error : must be a map"],
    ["sytemd: {}", "warning sytemd: is not a known field"],
    ["version: 1", "error version: must be 0"],
    ["etcd: {name: x}", "error etcd: is not supported; write the drop-in of its unit under systemd.units"],
    ["storage: {files: [{path: a, mode: 0600}]}", "error storage.files[0].path: must be an absolute path"],
    ["storage: {files: [{path: /a}]}", "warning storage.files[0].mode: is not set; 0644 is used"],
    ["storage: {files: [{path: /a, mode: rw}]}", "error storage.files[0].mode: must be an integer"],
    ["storage: {files: [{path: /a, mode: 010000}]}", "error storage.files[0].mode: must be between 0 and 07777"],
    [
      "storage: {files: [{path: /a, mode: 0600, filesystem: x}]}",
      "warning storage.files: names a file system that is not defined in storage.filesystems",
    ],
    [
      "storage: {files: [{path: /a, mode: 0600, contents: {local: x}}]}",
      "error storage.files[0].contents.local: is not supported; set inline instead",
    ],
    ["storage: {disks: [{}]}", "error storage.disks[0].device: is missing"],
    [
      "storage: {disks: [{device: /d, partitions: [{size: 1KiB}]}]}",
      "error storage.disks[0].partitions[0].size: must be a size in whole MiB, such as 512MiB",
    ],
    ["storage: {filesystems: [{name: x}]}", "error storage.filesystems[0]: must have either mount or path"],
    [
      "storage: {filesystems: [{name: x, mount: {device: /d, format: zfs}}]}",
      "error storage.filesystems[0].mount.format: must be ext4, btrfs, xfs, swap, vfat",
    ],
    ["storage: {raid: [{name: r, level: raid7}]}", "error storage.raid[0].level: is not a RAID level"],
    ["systemd: {units: [{name: a}]}", "error systemd.units[0].name: must end with .service, .socket"],
    [
      'systemd: {units: [{name: a.service, enabled: true, contents: "[Unit]\\nAfter=b"}]}',
      "warning systemd.units[0].contents: has no [Install] section, so enabling the unit has no effect",
    ],
    ["systemd: {units: [{name: a.service, enabled: 2}]}", "error systemd.units[0].enabled: must be true or false"],
    ["passwd: {users: {name: a}}", "error passwd.users: must be a list"],
    ["locksmith: {window_start: 04:00}", "error locksmith: window_start and window_length must be set together"],
  ])("in %s: %s", (text, finding) => {
    expect(findings(text)[0]).toContain(finding);
  });

  test.each(["~", "---", "# nothing else"])("%j only as empty", (text) => {
    expect(findings(text)).toEqual(["warning : is empty"]);
  });

  test("a value that is not an integer once", () => {
    const errors = findings("storage: {files: [{path: /a, mode: rw}]}").filter((each) => each.startsWith("error"));
    expect(errors).toEqual(["error storage.files[0].mode: must be an integer"]);
  });

  test("no content of the config, which may be secret", () => {
    const text = 'update: {download_password: "s3cret"}\nx: s3cret\nstorage: {files: [{path: s3cret, mode: s3cret}]}';
    expect(findings(text).join()).not.toContain("s3cret");
    expect(findings(`{ s3cret`).join()).not.toContain("s3cret");
  });
});
