import { describe, expect, test } from "vitest";
import { SecretStrings } from "../src/reporting/secret-strings.ts";

const token = "t0ken-of-the-cloud";

function secretsWith(...strings: string[]): SecretStrings {
  const secrets = new SecretStrings();
  for (const text of strings) secrets.add(text);
  return secrets;
}

describe("the secrets of a reconcile are taken out", () => {
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

  test("line by line, where a tool quotes the line it stumbled over", () => {
    const secrets = secretsWith("#cloud-config\nusers:\n  - token: abcdef.0123456789abcdef\n");
    expect(secrets.redact("line 3: '- token: abcdef.0123456789abcdef'")).toBe("line 3: '[secret]'");
  });

  test("but not so short ones that no message would remain readable", () => {
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

  test("is the very same where there is nothing to hide", () => {
    const thrown = new Error("quota exceeded");
    expect(secretsWith(token).redactThrown(thrown)).toBe(thrown);
  });
});
