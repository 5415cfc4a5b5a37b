import { describe, expect, test } from "vitest";
import { dataUrl } from "../../src/ignition/data-url.ts";
import { appendConfig, ignitionConfig } from "../../src/ignition/ignition-config.ts";

const empty = {
  ignition: { config: {}, security: { tls: {} }, timeouts: {}, version: "2.3.0" },
  ...{ networkd: {}, passwd: {}, storage: {}, systemd: {} },
};

describe("an Ignition configuration of spec 2.3.0", () => {
  test("has all sections and omits empty lists", () => {
    expect(ignitionConfig({})).toEqual(empty);
    const lists = { a: [], b: [{ x: 1 }] };
    expect(
      ignitionConfig({
        ...{ networkd: lists, passwd: lists, storage: lists, systemd: lists },
        ...{ config: { append: [] }, timeouts: { httpTotal: 1 }, certificateAuthorities: [{ source: "s" }] },
      }),
    ).toEqual({
      ignition: {
        config: { append: [] },
        security: { tls: { certificateAuthorities: [{ source: "s" }] } },
        timeouts: { httpTotal: 1 },
        version: "2.3.0",
      },
      ...Object.fromEntries(["networkd", "passwd", "storage", "systemd"].map((name) => [name, { b: [{ x: 1 }] }])),
    });
  });

  test("appends the lists of another config, whose other settings take precedence", () => {
    const first = ignitionConfig({
      config: { replace: { source: "a" } },
      timeouts: { httpTotal: 1, httpResponseHeaders: 2 },
      certificateAuthorities: [{ source: "a" }],
      ...{ networkd: { units: [{ name: "a" }] }, passwd: { users: [{ name: "a" }] } },
      ...{ storage: { files: [{ path: "/a" }] }, systemd: { units: [{ name: "a" }] } },
    });
    const second = ignitionConfig({
      timeouts: { httpTotal: 3 },
      certificateAuthorities: [{ source: "b" }],
      ...{ networkd: { units: [{ name: "b" }] }, passwd: { groups: [{ name: "b" }], users: [{ name: "b" }] } },
      ...{ storage: { disks: [{ device: "/b" }] }, systemd: { units: [{ name: "b" }] } },
    });
    const joined = appendConfig(first, second);
    expect(joined).toEqual({
      ignition: {
        config: {},
        security: { tls: { certificateAuthorities: [{ source: "a" }, { source: "b" }] } },
        timeouts: { httpTotal: 3, httpResponseHeaders: 2 },
        version: "2.3.0",
      },
      networkd: { units: [{ name: "a" }, { name: "b" }] },
      passwd: { groups: [{ name: "b" }], users: [{ name: "a" }, { name: "b" }] },
      storage: { disks: [{ device: "/b" }], files: [{ path: "/a" }] },
      systemd: { units: [{ name: "a" }, { name: "b" }] },
    });
    // The same settings give the same output, regardless of their source.
    expect(Object.keys(joined.storage)).toEqual(["disks", "files"]);
  });
});

test.each([
  ["aZ09-_.!~*'()", "data:,aZ09-_.!~*'()"],
  ["a b\n%é", "data:,a%20b%0A%25%C3%A9"],
  [new Uint8Array([0, 15, 255]), "data:,%00%0F%FF"],
])("the data URL of %j is %s", (content, url) => {
  expect(dataUrl(content)).toBe(url);
});
