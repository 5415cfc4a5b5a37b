import { gzipSync } from "node:zlib";
import { BootstrapDataError, planBoot } from "@capstan/bootstrap-data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ignition, instance, linesOf } from "./planned.ts";

describe("an Ignition configuration", () => {
  test("is refused if its gzip unpacks to more than 16 MiB together", () => {
    const source = `data:;base64,${gzipSync(Buffer.alloc(7 * 1024 * 1024)).toString("base64")}`;
    const files = (count: number) =>
      Array.from({ length: count }, () => ({ path: "/a", contents: { compression: "gzip", source } }));
    expect(ignition({ storage: { files: files(2) } }).steps).toHaveLength(2);
    const problem = "storage.files[2].contents.source: unpacks to more than 16 MiB";
    expect(() => ignition({ storage: { files: files(3) } })).toThrow(problem);
  });

  test("becomes users, directories, files, links and units, in the order of Ignition", () => {
    const plan = ignition({
      systemd: {
        units: [
          { name: "a.service", enabled: true, contents: "[Service]\n" },
          { name: "b.service", dropins: [{ name: "10.conf", contents: "[Unit]\n" }] },
          { name: "c.service", mask: true },
          { name: "d.service", enabled: false },
        ],
      },
      storage: {
        links: [{ path: "/l", target: "/a", overwrite: true }],
        files: [
          { path: "/x/y", contents: { source: "data:,deep" } },
          { path: "/a", mode: 0o600, user: { name: "capi" }, group: { id: 7 }, contents: { source: "data:,a%20b" } },
        ],
        directories: [{ path: "/x", mode: 0o700 }],
        filesystems: [
          { name: "etcd", mount: { device: "/dev/vdb", format: "ext4", label: "etcd", wipeFilesystem: true } },
        ],
      },
      passwd: {
        users: [{ name: "capi", uid: 1000, groups: ["adm"], sshAuthorizedKeys: ["ssh-ed25519 A"] }],
        groups: [{ name: "g", gid: 9 }],
      },
    });
    expect(linesOf(plan)).toEqual([
      "make-filesystem /dev/vdb none ext4 etcd true",
      "add-group g --gid 9",
      "add-user capi --create-home --uid 1000 --groups adm",
      "authorize-keys capi",
      "make-directory /x 0700  false",
      "/a 600 capi:7 > a b",
      "/x/y 644 : > deep",
      "make-link /l /a soft  true",
      "/etc/systemd/system/a.service 644 : > [Service]\n",
      "/etc/systemd/system/b.service.d/10.conf 644 : > [Unit]\n",
      "systemctl daemon-reload",
      "systemctl enable a.service",
      "systemctl mask --now c.service",
      "systemctl disable d.service",
      "systemctl try-restart b.service",
      "systemctl start a.service",
    ]);
    expect(plan.ignored).toEqual([]);
  });

  test("stops at the first failure, until systemd starts units", () => {
    const files = [{ path: "/a", contents: { source: "data:,a" } }];
    const units = [{ name: "a.service", enabled: true }];
    const steps = ignition({ storage: { files }, systemd: { units } }).steps;
    expect(steps.map(({ onFailure }) => onFailure)).toEqual(["stop", "stop", "continue", "continue"]);
  });

  test("of spec 3 appends contents, and refuses to replace a file", () => {
    const file = {
      path: "/a",
      overwrite: false,
      contents: { source: `data:;base64,${gzipSync("one").toString("base64")}`, compression: "gzip" },
      append: [{ source: "data:,two" }],
    };
    expect(linesOf(ignition({ storage: { files: [file] } }, "3.4.0"))).toEqual([
      "test ! -e /a",
      "/a 644 : > one",
      "/a 644 : >> two",
    ]);
  });

  test("reports what is not carried out", () => {
    const { ignored } = ignition({
      storage: {
        raid: [{ name: "r" }],
        files: [
          { path: "/a", contents: { source: "https://example.com/a" } },
          { path: "/b", filesystem: "etcd" },
        ],
      },
      networkd: { units: [{ name: "n" }] },
    });
    expect(ignored.map(({ at }) => at)).toEqual([
      "storage.raid",
      "networkd.units",
      "storage.files[1]",
      "storage.files[0].contents.source",
    ]);
  });

  test.each([
    ['{"ignition": hunter2}', "ignition"],
    ['{"ignition": {"version": "1.0.0"}}', "ignition.version"],
    ['{"ignition": {"version": "3.0.0"}, "storage": {"files": "hunter2"}}', "storage.files"],
    ['{"ignition": {"version": "3.0.0"}, "storage": {"files": [{"path": "hunter2"}]}}', "storage.files[0].path"],
    ['{"ignition": {"version": "3.0.0"}, "storage": {"files": [{"path": "/a", "mode": -1}]}}', "storage.files[0].mode"],
    [
      '{"ignition": {"version": "3.0.0"}, "storage": {"files": [{"path": "/a", "contents": {"source": "data:,%hunter2"}}]}}',
      "storage.files[0].contents.source",
    ],
    ['{"ignition": {"version": "3.0.0"}, "systemd": {"units": [{"name": "../hunter2"}]}}', "systemd.units[0].name"],
  ])("%s is refused at %s, without quoting it", (data, path) => {
    expect(() => planBoot(data, { instance })).toThrow(expect.objectContaining({ path }));
    expect(() => planBoot(data, { instance })).toThrow(/^(?!.*hunter2)/s);
  });
});

test("bytes survive the data URLs of a file", () => {
  const url = fc.constantFrom(
    (bytes: Buffer) => `data:;base64,${bytes.toString("base64")}`,
    (bytes: Buffer) => `data:text/plain;charset=utf-8;base64,${bytes.toString("base64")}`,
    (bytes: Buffer) => `data:,${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}`,
  );
  fc.assert(
    fc.property(url, fc.uint8Array(), (encode, bytes) => {
      const source = encode(Buffer.from(bytes));
      const [step] = ignition({ storage: { files: [{ path: "/a", contents: { source } }] } }).steps;
      expect(step?.kind === "file" && [...step.file.content]).toEqual([...bytes]);
    }),
  );
});

test("any document is planned or refused with a BootstrapDataError", () => {
  const list = fc.array(fc.dictionary(fc.constantFrom("path", "name", "contents", "mode", "user"), fc.jsonValue()));
  const document = fc.record({
    storage: fc.record({ files: list, links: list, directories: list }),
    passwd: fc.record({ users: list }),
    systemd: fc.record({ units: list }),
  });
  fc.assert(
    fc.property(document, (sections) => {
      try {
        ignition(sections);
      } catch (error) {
        expect(error).toBeInstanceOf(BootstrapDataError);
      }
    }),
  );
});
