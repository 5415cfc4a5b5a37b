import { gzipSync } from "node:zlib";
import { planBoot } from "@capstan/bootstrap-data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cloudConfig, instance, linesOf, planned } from "./planned.ts";

const everything = {
  runcmd: ["echo end"],
  ntp: { servers: ["time.example.com"] },
  users: [{ name: "capi" }],
  hostname: "h1",
  mounts: [["LABEL=data", "/data"]],
  fs_setup: [{ device: "/dev/vdb", filesystem: "ext4", label: "data" }],
  disk_setup: { "/dev/vdb": { layout: true } },
  write_files: [
    { path: "/late", content: "x", defer: true },
    { path: "/early", content: "y" },
  ],
  bootcmd: ["echo begin"],
};

describe("the modules of a cloud-config", () => {
  test("are in cloud-init's order, whatever the order of the data", () => {
    const modules = cloudConfig(everything).steps.map(({ module }) => module);
    expect(modules.filter((module, index) => module !== modules[index - 1])).toEqual([
      "bootcmd",
      "write_files",
      "disk_setup",
      "mounts",
      "set_hostname",
      "users_groups",
      "ntp",
      "runcmd",
      "write_files_deferred",
      "scripts_user",
    ]);
  });

  test("that fail are left, and the next ones follow; only file systems and groups are tried one by one", () => {
    const tolerant = cloudConfig(everything).steps.filter(({ onFailure }) => onFailure !== "skipModule");
    expect(tolerant.map(({ at, onFailure }) => `${at} ${onFailure}`)).toEqual([
      "disk_setup[/dev/vdb] continue",
      "fs_setup[0] continue",
      "mounts continue",
    ]);
  });

  test("run once in the life of a machine, except bootcmd", () => {
    const repeated = cloudConfig(everything).steps.filter(({ frequency }) => frequency === "everyBoot");
    expect(new Set(repeated.map(({ module }) => module))).toEqual(new Set(["bootcmd"]));
  });

  test("that are not supported are reported", () => {
    const { steps, ignored } = cloudConfig({ packages: ["curl"], package_update: true, users: ["default"] });
    expect(steps).toEqual([]);
    expect(ignored.map(({ at }) => at)).toEqual(["packages", "package_update", "users[0]"]);
  });

  test("do nothing for an empty document", () => {
    expect(planned("#cloud-config\n")).toEqual({ format: "cloud-config", steps: [], ignored: [] });
  });
});

describe("bootcmd and runcmd", () => {
  test("are one script each, without -e, in which lists are quoted words", () => {
    const plan = cloudConfig({ bootcmd: ["false"], runcmd: ["echo a", ["echo", "it's", 1], null] });
    expect(linesOf(plan)).toEqual([
      "/run/cloud-init/tmp/bootcmd.sh 600 : > #!/bin/sh\nfalse\n",
      "env INSTANCE_ID=i-1 /bin/sh /run/cloud-init/tmp/bootcmd.sh",
      "rm -f /run/cloud-init/tmp/bootcmd.sh",
      "/var/lib/cloud/instance/scripts/runcmd 700 : > #!/bin/sh\necho a\n'echo' 'it'\\''s' '1'\n",
      "/var/lib/cloud/instance/scripts/runcmd",
    ]);
  });
});

describe("write_files", () => {
  test("sets mode and owner, and appends", () => {
    const plan = cloudConfig({
      write_files: [
        { path: "/a", content: "x", permissions: "0600", owner: "etcd:etcd" },
        { path: "b/../c", content: "y", permissions: 0o755, append: true, owner: "root" },
        { path: "/d", owner: "-1:adm" },
      ],
    });
    expect(linesOf(plan)).toEqual(["/a 600 etcd:etcd > x", "/c 755 root: >> y", "/d 644 :adm > "]);
  });

  const encodings = {
    "text/plain": (bytes: Buffer) => bytes,
    b64: (bytes: Buffer) => bytes.toString("base64"),
    base64: (bytes: Buffer) => bytes.toString("base64"),
    "gz+b64": (bytes: Buffer) => gzipSync(bytes).toString("base64"),
    "gz+base64": (bytes: Buffer) => gzipSync(bytes).toString("base64"),
    "gzip+b64": (bytes: Buffer) => gzipSync(bytes).toString("base64"),
    "gzip+base64": (bytes: Buffer) => gzipSync(bytes).toString("base64"),
  } as const;

  test("restores content from each encoding", () => {
    const encoding = fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[]));
    fc.assert(
      fc.property(encoding, fc.string({ unit: "grapheme" }), (name, text) => {
        const content = encodings[name](Buffer.from(text)).toString();
        const [step] = cloudConfig({ write_files: [{ path: "/a", content, encoding: name }] }).steps;
        expect(step?.kind === "file" && Buffer.from(step.file.content).toString()).toBe(text);
      }),
    );
  });

  test("restores bytes of gzip without base64, which YAML encodes itself", () => {
    const binary = gzipSync("hello").toString("base64");
    const plan = planned(`#cloud-config\nwrite_files: [{path: /a, encoding: gzip, content: !!binary ${binary}}]`);
    expect(linesOf(plan)).toEqual(["/a 644 root:root > hello"]);
  });

  test("refuses gzip that unpacks to more than 16 MiB together, though aliases keep the data small", () => {
    const binary = gzipSync(Buffer.alloc(7 * 1024 * 1024)).toString("base64");
    const files = (count: number) => `- {path: /a, encoding: gz+b64, content: *a}\n`.repeat(count);
    const data = (count: number) => `#cloud-config\na: &a ${binary}\nwrite_files:\n${files(count)}`;
    expect(planned(data(2)).steps).toHaveLength(2);
    const problem = "write_files[2].content: unpacks to more than 16 MiB, together with the contents before it";
    expect(() => planned(data(3))).toThrow(problem);
  });
});

describe("users", () => {
  test("get groups, password, sudo rules and keys, and are locked unless the data says otherwise", () => {
    const plan = cloudConfig({
      groups: ["one", { two: ["root"] }],
      users: [
        {
          name: "capi",
          gecos: "Cluster API",
          groups: "adm, wheel",
          primary_group: "capi",
          passwd: "$6$hash",
          lock_passwd: false,
          shell: "/bin/bash",
          homedir: "/srv/capi",
          inactive: "7",
          sudo: "ALL=(ALL) NOPASSWD:ALL",
          "ssh-authorized-keys": ["ssh-ed25519 AAAA a"],
        },
        { name: "plain" },
      ],
    });
    const options =
      "--comment Cluster API --groups adm,wheel --home /srv/capi --inactive 7 --password $6$hash --gid capi --shell /bin/bash -m";
    expect(linesOf(plan)).toEqual([
      "add-group one",
      "add-group two",
      "add-member two root",
      "add-group adm",
      "add-group wheel",
      "add-group capi",
      `add-user capi ${options}`,
      "lock -u capi",
      "ensure-sudoers",
      "/etc/sudoers.d/90-cloud-init-users 440 : >> \n# User rules for capi\ncapi ALL=(ALL) NOPASSWD:ALL\n",
      "authorize-keys capi",
      "add-user plain -m",
      "lock -l plain",
    ]);
  });

  test("with passwords are sensitive, and no password is an argument of chpasswd", () => {
    const plan = cloudConfig({
      users: [
        { name: "a", plain_text_passwd: "hunter2" },
        { name: "b", passwd: "$6$hunter2" },
      ],
    });
    const withSecret = plan.steps.filter(
      (step) => step.kind === "command" && `${step.argv.join(" ")}${String(step.stdin)}`.includes("hunter2"),
    );
    expect(withSecret.map((step) => step.kind === "command" && step.sensitive)).toEqual([true, true]);
    expect(withSecret.map(({ at }) => at)).toEqual(["users[0]", "users[1]"]);
  });

  test("report fields that are not carried out", () => {
    const { ignored } = cloudConfig({ users: [{ name: "a", inactive: true, ssh_import_id: ["gh:a"] }] });
    expect(ignored.map(({ at }) => at)).toEqual(["users[0].inactive", "users[0].ssh_import_id"]);
  });
});

describe("disks and mounts", () => {
  test("are partitioned, formatted and mounted", () => {
    const plan = cloudConfig({
      disk_setup: {
        "/dev/vdb": { table_type: "gpt", layout: [33, [67, "82"]], overwrite: true },
        vdc: { layout: "remove" },
        vdd: { layout: false },
      },
      fs_setup: [{ device: "/dev/vdb", partition: 1, filesystem: "ext4", label: "etcd", extra_opts: ["-E", "x"] }],
      mounts: [
        ["LABEL=etcd", "/var/lib/etcd data"],
        ["vdc", "none", "swap", "sw"],
        ["sdz", null],
      ],
    });
    expect(linesOf(plan)).toEqual([
      "partition /dev/vdb gpt true 33 L 67 S",
      "partition /dev/vdc dos false remove",
      "make-filesystem /dev/vdb 1 ext4 etcd false -E x",
      "mkdir -p /var/lib/etcd data",
      `/etc/fstab 644 : >> ${[
        "LABEL=etcd\t/var/lib/etcd\\040data\tauto\tdefaults,nofail,comment=cloudconfig\t0\t2\n",
        "/dev/vdc\tnone\tswap\tsw,comment=cloudconfig\t0\t2\n",
      ].join("")}`,
      "swapon -a",
      "mount -a",
    ]);
  });
});

describe("ntp", () => {
  test("configures servers and pools", () => {
    expect(linesOf(cloudConfig({ ntp: { servers: ["a"], pools: ["b"] } }))).toEqual([
      "/etc/systemd/timesyncd.conf.d/cloud-init.conf 644 : > [Time]\nNTP=a b\n",
      "restart-ntp",
    ]);
  });

  test("does nothing if it is disabled", () => {
    expect(cloudConfig({ ntp: { enabled: false, servers: ["a"] } }).steps).toEqual([]);
  });
});

describe("a plan", () => {
  test("of a script runs it, with its own interpreter", () => {
    expect(linesOf(planned("#!/bin/bash\necho hello\n"))).toEqual([
      "/var/lib/cloud/instance/scripts/part-001 700 : > #!/bin/bash\necho hello\n",
      "/var/lib/cloud/instance/scripts/part-001",
    ]);
  });

  test("has the instance data in Jinja templates, also metadata of the cloud", () => {
    const data =
      "## template: jinja\n#cloud-config\nhostname: '{{ ds.meta_data.zone }}-{{ v1.cloud_name }}-{{ ds.meta_data.tags.a_b }}'\n";
    const metadata = { zone: "z1", tags: { "a-b": 3 } };
    expect(linesOf(planBoot(data, { instance: { ...instance, cloudName: "docker", metadata } }))).toEqual([
      "set-hostname z1-docker-3",
    ]);
  });

  test.each([
    ["ignition", "#cloud-config\n"],
    ["cloud-config", '{"ignition": {"version": "2.3.0"}}'],
  ] as const)("is refused if the format of the Secret is %s, and that of the data is another", (format, data) => {
    expect(() => planBoot(data, { format, instance })).toThrow(/the format of its Secret/);
  });

  test("of a script is accepted as cloud-config, as cloud-init does", () => {
    expect(planBoot("#!/bin/sh\n", { format: "cloud-config", instance }).format).toBe("script");
  });
});

describe("unusable values are reported by position, without quoting the data", () => {
  test.each([
    [{ users: 3 }, "users"],
    [{ users: [3] }, "users[0]"],
    [{ users: [{ name: "-hunter2" }] }, "users[0].name"],
    [{ users: [{ name: "a", groups: [3] }] }, "users[0].groups"],
    [{ users: [{ name: "a", sudo: "hunter2\nb" }] }, "users[0].sudo"],
    [{ users: [{ name: "a", ssh_authorized_keys: [3] }] }, "users[0].ssh_authorized_keys"],
    [{ groups: 3 }, "groups"],
    [{ ntp: "hunter2" }, "ntp"],
    [{ ntp: { servers: ["hunter2 b"] } }, "ntp.servers[0]"],
    [{ mounts: "hunter2" }, "mounts"],
    [{ mounts: [["", "/hunter2"]] }, "mounts[0][0]"],
    [{ disk_setup: [] }, "disk_setup"],
    [{ disk_setup: { vdb: { layout: "hunter2" } } }, "disk_setup[vdb].layout"],
    [{ fs_setup: [{ filesystem: "hunter2" }] }, "fs_setup[0].device"],
    [{ fs_setup: [{ device: "vdb" }] }, "fs_setup[0].filesystem"],
  ])("%j", (document, path) => {
    expect(() => cloudConfig(document)).toThrow(expect.objectContaining({ path, reason: "BootstrapDataInvalid" }));
    expect(() => cloudConfig(document)).toThrow(/^(?!.*hunter2)/s);
  });
});
