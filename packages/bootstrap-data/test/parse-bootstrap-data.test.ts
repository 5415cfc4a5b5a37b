import { gzipSync } from "node:zlib";
import { BootstrapDataError, parseBootstrapData } from "@capstan/bootstrap-data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const metadata = { instanceID: "i-1", localHostname: "worker-0" };

function parse(text: string) {
  return parseBootstrapData(text, metadata);
}

function problemOf(text: string): { reason: string; path: string; message: string } {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof BootstrapDataError) return { reason: error.reason, path: error.path, message: error.message };
    throw error;
  }
  throw new Error("was accepted");
}

describe("a cloud-config", () => {
  test("has files with content, owner and permissions", () => {
    const image = parse(
      '#cloud-config\nwrite_files:\n- path: /a\n  owner: me:me\n  permissions: "0640"\n  content: |\n    one\n    two\n- path: b\n',
    );
    expect(image.files.get("/a")).toEqual({ content: Buffer.from("one\ntwo\n"), owner: "me:me", permissions: "0640" });
    expect(image.files.get("/b")).toEqual({ content: Buffer.alloc(0), owner: "root:root", permissions: "0644" });
  });

  const packed = gzipSync("hello").toString("base64");
  test.each([
    ["base64", Buffer.from("hello").toString("base64")],
    ["b64", Buffer.from("hello").toString("base64")],
    ["gzip+base64", packed],
    ["gz+b64", packed],
    ["text/plain", "hello"],
  ])("decodes %s", (encoding, content) => {
    const image = parse(`#cloud-config\nwrite_files: [{path: /a, encoding: ${encoding}, content: "${content}"}]`);
    expect(image.files.get("/a")?.content.toString()).toBe("hello");
  });

  test("appends to an earlier file, and replaces it otherwise", () => {
    const files = '[{path: /a, content: x, permissions: "0600"}, {path: /a, content: z, append: true}]';
    const image = parse(`#cloud-config\nwrite_files: ${files}`);
    expect(image.files.get("/a")).toMatchObject({ content: Buffer.from("xz"), permissions: "0600" });
    const replaced = parse("#cloud-config\nwrite_files: [{path: /a, content: x}, {path: /a, content: z}]");
    expect(replaced.files.get("/a")?.content.toString()).toBe("z");
  });

  test("reads permissions as YAML 1.1 does", () => {
    const image = parse("#cloud-config\nwrite_files: [{path: /a, permissions: 0640}]");
    expect(image.files.get("/a")?.permissions).toBe("0640");
  });

  test("has commands and users", () => {
    const image = parse(
      "#cloud-config\nbootcmd: [first]\nruncmd:\n- echo a\n- [echo, b, 1]\nusers: [default, {name: capi}]",
    );
    expect(image).toMatchObject({
      bootCommands: ["first"],
      commands: ["echo a", ["echo", "b", "1"]],
      users: [{ name: "default" }, { name: "capi" }],
    });
  });

  test("without entries is a machine without files and commands", () => {
    expect(parse("#cloud-config\n# nothing\n")).toMatchObject({ commands: [], bootCommands: [], users: [] });
  });
});

describe("a Jinja template", () => {
  test("renders the machine's name, also inside files", () => {
    const image = parse(
      "## template: jinja\n#cloud-config\nwrite_files:\n- path: /a\n  content: '{{ ds.meta_data.local_hostname }} {{v1.local-hostname}}'",
    );
    expect(image.files.get("/a")?.content.toString()).toBe("worker-0 worker-0");
  });

  test("is left unrendered without its header", () => {
    const image = parse("#cloud-config\nruncmd: ['hostname {{ ds.meta_data.hostname }}']");
    expect(image.commands).toEqual(["hostname {{ ds.meta_data.hostname }}"]);
  });

  test("reports an undefined variable in the words of cloud-init", () => {
    const image = parse("## template: jinja\n#cloud-config\nruncmd: ['echo {{ ds.meta_data.zone }}']");
    expect(image.commands).toEqual(["echo CI_MISSING_JINJA_VAR/ds.meta_data.zone"]);
  });

  test("keeps raw blocks and string literals, and drops comments", () => {
    const text = "## template: jinja\n#cloud-config\nruncmd: [\"echo {% raw %}{{x}}{% endraw %} {{ '{{' }}{# no #}\"]";
    expect(parse(text).commands).toEqual(["echo {{x}} {{"]);
  });

  test.each(["{% if x %}", "{{ x | lower }}", "{{ x() }}"])("rejects %s, and reports its position", (expression) => {
    expect(problemOf(`## template: jinja\n#cloud-config\nruncmd: ["${expression}"]`)).toMatchObject({
      reason: "BootstrapDataTemplateInvalid",
      path: "line 3",
    });
  });
});

describe("unreadable data is reported by position, without quoting the data", () => {
  test.each([
    ["", "BootstrapDataFormatUnknown", "line 1"],
    ["hunter2", "BootstrapDataFormatUnknown", "line 1"],
    ['{"ignition": {"version": "2.3.0"}, "hunter2": 1}', "BootstrapDataFormatUnknown", "line 1"],
    ["#cloud-config\na: b\nruncmd: [hunter2", "BootstrapDataNotYAML", "line 3"],
    ["#cloud-config\n- hunter2", "BootstrapDataNotYAML", "line 1"],
    ["#cloud-config\na: *hunter2", "BootstrapDataNotYAML", "line 2"],
    ["#cloud-config\na: !!hunter2 x", "BootstrapDataNotYAML", "line 2"],
    ["#cloud-config\nwrite_files: hunter2", "BootstrapDataInvalid", "write_files"],
    ["#cloud-config\nwrite_files: [hunter2]", "BootstrapDataInvalid", "write_files[0]"],
    ["#cloud-config\nwrite_files: [{content: hunter2}]", "BootstrapDataInvalid", "write_files[0].path"],
    ["#cloud-config\nwrite_files: [{path: /a, content: [hunter2]}]", "BootstrapDataInvalid", "write_files[0].content"],
    [
      "#cloud-config\nwrite_files: [{path: /a, content: '!hunter2', encoding: b64}]",
      "BootstrapDataInvalid",
      "write_files[0].content",
    ],
    [
      "#cloud-config\nwrite_files: [{path: /a, content: hunter2x, encoding: gz+b64}]",
      "BootstrapDataInvalid",
      "write_files[0].content",
    ],
    [
      "#cloud-config\nwrite_files: [{path: /a, permissions: hunter2}]",
      "BootstrapDataInvalid",
      "write_files[0].permissions",
    ],
    ["#cloud-config\nruncmd: hunter2", "BootstrapDataInvalid", "runcmd"],
    ["#cloud-config\nruncmd: [{hunter2: 1}]", "BootstrapDataInvalid", "runcmd[0]"],
  ])("%j", (text, reason, path) => {
    const problem = problemOf(text);
    expect(problem).toMatchObject({ reason, path });
    expect(problem.message).not.toContain("hunter2");
  });
});

describe("an arbitrary string", () => {
  const headers = ["", "#cloud-config\n", "## template: jinja\n#cloud-config\n", "#!/bin/sh\n", "## template: jinja\n"];
  test("is parsed or refused with a BootstrapDataError", () => {
    fc.assert(
      fc.property(fc.constantFrom(...headers), fc.string({ unit: "binary", maxLength: 200 }), (header, text) => {
        try {
          parse(header + text);
        } catch (error) {
          expect(error).toBeInstanceOf(BootstrapDataError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("inside any YAML value is parsed or refused with a BootstrapDataError", () => {
    const value = fc.record(
      { write_files: fc.jsonValue(), runcmd: fc.jsonValue(), bootcmd: fc.jsonValue(), users: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (document) => {
        try {
          parse(`#cloud-config\n${JSON.stringify(document)}`);
        } catch (error) {
          expect(error).toBeInstanceOf(BootstrapDataError);
        }
      }),
    );
  });
});
