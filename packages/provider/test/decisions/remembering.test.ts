import { Machine } from "@capstan/contract";
import { type Logger, Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { OwnWrites } from "../../src/lifecycle/own-writes.ts";
import type { CachedObject } from "../../src/object/stored-object.ts";
import { AccountPace } from "../../src/pacing/account-pace.ts";
import { ReadObjects } from "../../src/reading/read-objects.ts";
import { redactingLogger } from "../../src/reporting/redacting-logger.ts";
import { SecretStrings } from "../../src/reporting/secret-strings.ts";
import { withoutSecrets } from "../../src/reporting/without-secrets.ts";
import { recordEvent } from "../../src/scope/record-event.ts";
import { addSecretNamespaces, secretNamespaces } from "../../src/scope/secret-namespaces-flag.ts";
import { encodedData, ownerReferenceTo } from "../../src/secrets/owned-secret.ts";
import { BoxMachine, stored } from "./definitions.ts";

describe("an event of the provider's own write", () => {
  const written = { attempts: 2 };
  const before = stored(BoxMachine, { metadata: { resourceVersion: "1" }, status: { attempts: 1 } });
  const after = (parts: { metadata?: object; spec?: object; status?: object } = {}) =>
    stored(BoxMachine, { status: written, ...parts, metadata: { resourceVersion: "2", ...parts.metadata } });

  /** Whether an event is news after an expected write. */
  function isNews(object: CachedObject, previous = before, writes = expecting()): boolean {
    return writes.isNews({ type: "updated", object, previous });
  }

  function expecting(): OwnWrites {
    const writes = new OwnWrites();
    writes.expect(before, written);
    return writes;
  }

  test("is not news, including metadata that every write changes", () => {
    expect(isNews(after())).toBe(false);
    const writes = expecting();
    expect([isNews(after(), before, writes), isNews(after(), after(), writes)]).toEqual([false, false]);
    expect(isNews(after({ metadata: { managedFields: [{ manager: "box" }] } }))).toBe(false);
  });

  test("is news if another client also changed the object", () => {
    expect(isNews(after({ spec: { size: "large" } }))).toBe(true);
    expect(isNews(after({ metadata: { labels: { a: "b" } } }))).toBe(true);
    expect(isNews(after({ status: { attempts: 2, other: true } }))).toBe(true);
    expect(isNews(after({ status: { attempts: 3 } }))).toBe(true);
  });

  test("is news without an expected write of this object or any other", () => {
    expect(isNews(after(), before, new OwnWrites())).toBe(true);
    expect(isNews(after({ metadata: { uid: "other" } }))).toBe(true);
    expect(isNews(after({ metadata: { uid: undefined } }))).toBe(true);
  });

  test("is news if the earlier state is unknown", () => {
    expect(expecting().isNews({ type: "added", object: after() })).toBe(true);
  });

  test("is no longer expected after the object is deleted, because its uid is never reused", () => {
    const writes = expecting();
    writes.isNews({ type: "deleted", object: after(), previous: before });
    expect(isNews(after(), before, writes)).toBe(true);
  });

  test("is not expected of an object without a uid", () => {
    const writes = new OwnWrites();
    writes.expect(stored(BoxMachine, { metadata: { uid: undefined } }), written);
    expect(isNews(after({ metadata: { uid: undefined } }), before, writes)).toBe(true);
  });
});

describe("the objects that a reconcile reads", () => {
  const reader = (name: string) => ({ namespace: "default", name });
  const key = (name: string) => ({ namespace: "default", name });

  test("trigger it once, by their kind and name", () => {
    const objects = new ReadObjects();
    for (const name of ["a", "b"]) objects.begin(reader(name)).note(Secret, key("s1"));
    objects.begin(reader("a")).note(Secret, key("s1"));
    expect(objects.readersOf(Secret, key("s1"))).toEqual([reader("a"), reader("b")]);
    expect(objects.readersOf(Secret, key("s2"))).toEqual([]);
    expect(objects.readersOf(Machine, key("s1"))).toEqual([]);
  });

  test("trigger it until it completes without reading them", () => {
    const objects = new ReadObjects();
    const first = objects.begin(reader("a"));
    for (const name of ["s1", "s2"]) first.note(Secret, key(name));
    first.end();

    const second = objects.begin(reader("a"));
    second.note(Secret, key("s3"));
    expect(["s1", "s2", "s3"].map((name) => objects.readersOf(Secret, key(name)).length)).toEqual([1, 1, 1]);
    second.note(Secret, key("s2"));
    second.end();
    expect(["s1", "s2", "s3"].map((name) => objects.readersOf(Secret, key(name)).length)).toEqual([0, 1, 1]);

    // A third reconcile without reads.
    objects.begin(reader("a")).end();
    expect(["s1", "s2", "s3"].map((name) => objects.readersOf(Secret, key(name)).length)).toEqual([0, 0, 0]);
  });

  test("still trigger others after a reader is deleted", () => {
    const objects = new ReadObjects();
    for (const name of ["a", "b"]) objects.begin(reader(name)).note(Secret, key("s1"));
    objects.forget(reader("a"));
    expect(objects.readersOf(Secret, key("s1"))).toEqual([reader("b")]);
    objects.forget(reader("never seen"));
    expect(objects.readersOf(Secret, key("s1"))).toEqual([reader("b")]);
  });
});

describe("secrets", () => {
  const secrets = new SecretStrings();
  secrets.add("t0ken-of-the-cloud");

  test("are removed from the message of a finding and of its conditions", () => {
    const finding = { progress: "pending", reason: "Starting", message: "by t0ken-of-the-cloud" } as const;
    expect(withoutSecrets(finding, secrets)).toEqual({ ...finding, message: "by [secret]" });
    const own = { type: "Own", status: "True", reason: "Known" } as const;
    const conditions = [own, { ...own, message: "with t0ken-of-the-cloud" }];
    expect(withoutSecrets({ ...finding, conditions }, secrets).conditions).toEqual([
      own,
      { ...own, message: "with [secret]" },
    ]);
  });

  test("are removed from log lines of every level, and from shared log fields", () => {
    const lines: unknown[] = [];
    const logger = (bound: object): Logger => {
      const line = (level: string) => (message: string, fields?: object) =>
        void lines.push([level, message, bound, fields]);
      return {
        debug: line("debug"),
        info: line("info"),
        warn: line("warn"),
        error: line("error"),
        with: (fields) => logger({ ...bound, ...fields }),
      };
    };
    const redacting = redactingLogger(logger({}), secrets).with({ cloud: "t0ken-of-the-cloud" });
    for (const level of ["debug", "info", "warn", "error"] as const) {
      redacting[level]("t0ken-of-the-cloud", { token: "t0ken-of-the-cloud" });
    }
    redacting.info("no fields");
    const cloud = { cloud: "[secret]" };
    expect(lines).toEqual([
      ...["debug", "info", "warn", "error"].map((level) => [level, "[secret]", cloud, { token: "[secret]" }]),
      ["info", "no fields", cloud, undefined],
    ]);
  });

  test("are stored as base64 of UTF-8, without keys that have no value", () => {
    expect(encodedData({ value: "é", empty: "", missing: undefined })).toEqual({ value: "w6k=", empty: "" });
  });

  test("have the object as their controller", () => {
    const { apiVersion, kind } = stored(BoxMachine);
    expect(ownerReferenceTo(stored(BoxMachine))).toEqual({
      apiVersion,
      kind,
      name: "m1",
      uid: "uid-m1",
      controller: true,
    });
  });

  test("are allowed in the namespaces of the flag", () => {
    expect(secretNamespaces({ secretNamespaces: ["a", 7, "b"] })).toEqual(["a", "b"]);
    expect(secretNamespaces({ secretNamespaces: "a" })).toEqual([]);
    expect(secretNamespaces({})).toEqual([]);
  });
});

describe("the pacing account", () => {
  const second = 1_000;
  const hour = 3_600_000;

  /** How long it is remembered after its last use, with a second between requests: just within, and just beyond. */
  function remembered(use: (pace: AccountPace) => void): boolean[] {
    const pace = new AccountPace();
    use(pace);
    return [0, 10, 11].map((minutes) => !pace.isIdle(10 * 60 * second, 10 * second + minutes * 60 * second));
  }

  test("is remembered for a period after each use", () => {
    expect(remembered(() => undefined)).toEqual([true, false, false]);
    expect(remembered((pace) => pace.waitMs("a", second, 10 * second))).toEqual([true, true, false]);
    expect(
      remembered((pace) => {
        pace.postpone(second, 10 * second);
      }),
    ).toEqual([true, true, false]);
    expect(
      remembered((pace) => {
        pace.close(second, 10 * second);
      }),
    ).toEqual([true, true, false]);
  });

  test("is remembered while it is closed or has future turns", () => {
    expect(
      remembered((pace) => {
        pace.close(hour, 0);
      }),
    ).toEqual([true, true, true]);
    expect(
      remembered((pace) => {
        pace.postpone(hour, 0);
      }),
    ).toEqual([true, true, true]);
  });

  test("keeps a turn for a minute after it was due, also a delayed turn", () => {
    const pace = new AccountPace();
    const waits = (uid: string, nowMs: number) => pace.waitMs(uid, second, nowMs);
    expect([waits("a", 0), waits("b", 0), waits("c", 0)]).toEqual([0, second, 2 * second]);
    pace.postpone(10 * second, 0);
    // turns are forgotten a minute later, when another one is due
    expect(waits("d", 71 * second)).toBe(0);
    expect([waits("b", 71 * second), waits("c", 71 * second)]).toEqual([0, 0]);
  });

  test("keeps a turn that is due exactly when the account reopens", () => {
    const pace = new AccountPace();
    pace.waitMs("a", second, 0);
    pace.waitMs("b", second, 0);
    pace.close(second, 0);
    expect([pace.waitMs("c", second, 0), pace.waitMs("b", second, 0)]).toEqual([2 * second, second]);
  });
});

describe("namespaces for Secrets", () => {
  type Command = Parameters<typeof addSecretNamespaces>[0];

  /** The result of the flag for several values. */
  function given(...values: string[]): unknown {
    let parse: ((value: string, before: unknown) => unknown) | undefined;
    addSecretNamespaces({
      option: (_flag: string, _what: string, by: typeof parse) => (parse = by),
    } as unknown as Command);
    return values.reduce<unknown>((before, value) => parse?.(value, before), undefined);
  }

  test("are set separately, or separated by commas", () => {
    expect(given("a")).toEqual(["a"]);
    expect(given("a, b", "c")).toEqual(["a", "b", "c"]);
  });

  test.each([["A"], ["a_b"], [""], ["a,"], ["a".repeat(64)]])("must not be %j", (value) => {
    expect(() => given(value)).toThrow("cannot be a namespace");
  });
});

test("an author's Event is sent without secrets, as Normal unless it is a Warning", () => {
  const sent: unknown[] = [];
  const secrets = new SecretStrings();
  secrets.add("t0ken-of-the-cloud");
  const object = stored(BoxMachine);
  const recorder = { record: (about: unknown, event: unknown) => void sent.push([about, event]) };
  const visit = { manager: { recorder }, object, secrets } as unknown as Parameters<typeof recordEvent>[0];
  recordEvent(visit, { reason: "ServerReplaced", message: "by t0ken-of-the-cloud" });
  recordEvent(visit, { type: "Warning", reason: "ServerLost", message: "gone" });
  expect(sent).toEqual([
    [object, { type: "Normal", reason: "ServerReplaced", message: "by [secret]" }],
    [object, { type: "Warning", reason: "ServerLost", message: "gone" }],
  ]);
  for (const reason of ["serverLost", "Server Lost", "", "S".repeat(129)]) {
    expect(() => {
      recordEvent(visit, { reason, message: "" });
    }).toThrow(expect.objectContaining({ code: "ArgumentInvalid" }) as Error);
  }
  expect(sent).toHaveLength(2);
});
