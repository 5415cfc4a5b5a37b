import { describe, expect, test } from "vitest";
import { SecretStrings } from "../src/reporting/secret-strings.ts";

const token = "t0ken-of-the-cloud";

function secretsWith(...strings: string[]): SecretStrings {
  const secrets = new SecretStrings();
  for (const text of strings) secrets.add(text);
  return secrets;
}

describe("the secrets of a reconcile are removed", () => {
  test.each([
    ["as they are", `refused ${token}`],
    ["without the line feed they end with", `refused ${token}`],
    ["in base64", `refused ${Buffer.from(`${token}\n`).toString("base64")}`],
    ["in JSON", `refused ${JSON.stringify({ token: `${token}\n` })}`],
  ])("%s", (_form, text) => {
    const clean = secretsWith(`${token}\n`).redact(text);
    expect(clean).not.toContain(token);
    expect(clean).not.toContain(Buffer.from(token).toString("base64").slice(0, 20));
    expect(clean).toContain("[secret]");
  });

  test("line by line, if a tool quotes the failing line", () => {
    const secrets = secretsWith("#cloud-config\nusers:\n  - token: abcdef.0123456789abcdef\n");
    expect(secrets.redact("line 3: '- token: abcdef.0123456789abcdef'")).toBe("line 3: '[secret]'");
  });

  test("except short ones, whose removal would make every message unreadable", () => {
    expect(secretsWith("eu").redact("a queue in europe")).toBe("a queue in europe");
  });
});

describe("a thrown error", () => {
  test("keeps its class, code and fields, and loses the secrets in message, stack and causes", () => {
    const cause = new Error(`unauthorized: ${token}`);
    const thrown = new TypeError(`cannot use ${token}`, { cause });
    Object.assign(thrown, { request: { headers: [`Bearer ${token}`] }, status: 401 });

    const clean = secretsWith(token).redactThrown(thrown);

    expect(clean).toBeInstanceOf(TypeError);
    expect(clean).toMatchObject({
      message: "cannot use [secret]",
      status: 401,
      request: { headers: ["Bearer [secret]"] },
      cause: { message: "unauthorized: [secret]" },
    });
    const { stack, cause: reason } = clean as { stack: string; cause: Error };
    expect(`${stack}${reason.stack ?? ""}`).not.toContain(token);
    expect(stack).toContain("secret-strings.test.ts");
    expect(thrown.message).toContain(token);
  });

  test("is the identical object without secrets", () => {
    const thrown = new Error("quota exceeded");
    expect(secretsWith(token).redactThrown(thrown)).toBe(thrown);
  });

  test("is searched in strings, lists and plain objects; class instances are unchanged", () => {
    const secrets = secretsWith(token);
    expect(secrets.redactThrown(`by ${token}`)).toBe("by [secret]");
    expect(secrets.redactThrown(null)).toBeNull();
    expect(secrets.redactThrown({ list: [1, token, null] })).toEqual({ list: [1, "[secret]", null] });
    class Client {
      readonly token = token;
    }
    const client = new Client();
    expect(secrets.redactThrown({ client, note: token })).toEqual({ client, note: "[secret]" });
  });

  test("keeps which fields are enumerable and writable", () => {
    const clean = secretsWith(token).redactThrown(Object.assign(new Error(token), { status: 401 })) as Error;
    expect(Object.keys(clean)).toEqual(["status"]);
    clean.message = "other";
    expect(clean.message).toBe("other");
    expect(Reflect.deleteProperty(clean, "message")).toBe(true);
  });

  test("is searched to a depth of eight, and truncated below", () => {
    const nested = (depth: number): object => (depth === 0 ? { token } : { inner: nested(depth - 1) });
    const secrets = secretsWith(token);
    expect(secrets.redactThrown(nested(7))).toEqual(JSON.parse(JSON.stringify(nested(7)).replace(token, "[secret]")));
    expect(secrets.redactThrown(nested(8))).toEqual(JSON.parse(JSON.stringify(nested(8)).replace(token, "[secret]")));
    expect(JSON.stringify(secrets.redactThrown(nested(9)))).not.toContain("token");
    // The object at the ninth level is removed with its content.
    expect(JSON.stringify(secrets.redactThrown(nested(12)))).not.toContain("token");
    const cause: Error & { cause?: unknown } = new Error(token);
    cause.cause = cause;
    expect(() => secrets.redactThrown(cause)).not.toThrow();
  });
});

describe("the forms of a secret", () => {
  test("include the trimmed, the JSON-escaped and the base64 form", () => {
    expect(secretsWith(" a-secret ").redact("< a-secret > <a-secret>")).toBe("<[secret]> <[secret]>");
    expect(secretsWith("a\tsecret").redact(JSON.stringify({ text: "a\tsecret" }))).toBe('{"text":"[secret]"}');
    expect(secretsWith('a"b"c').redact(`by a"b"c and ${JSON.stringify('a"b"c')}`)).toBe('by [secret] and "[secret]"');
    expect(secretsWith("säcret").redact(`by ${Buffer.from("säcret").toString("base64")}`)).toBe("by [secret]");
  });

  test("have at least four characters, and lines at least sixteen", () => {
    expect(secretsWith("1234").redact("123 1234")).toBe("123 [secret]");
    const lines = ["x".repeat(15), "y".repeat(16)];
    expect(secretsWith(lines.join("\n")).redact(lines.join(" "))).toBe(`${"x".repeat(15)} [secret]`);
  });

  test("are replaced longest first, so that no rest of a longer one remains", () => {
    expect(secretsWith("first", "first-and-second").redact("first-and-second")).toBe("[secret]");
    expect(secretsWith("first-and-second", "first").redact("first-and-second")).toBe("[secret]");
  });
});
