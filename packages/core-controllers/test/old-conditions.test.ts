import { type ConditionV1Beta1 } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import {
  applyDeprecatedConditions,
  type DeprecatedDraft,
  mergeDeprecatedConditions,
} from "../src/conditions/deprecated-conditions.ts";
import { mirrorDeprecated } from "../src/conditions/deprecated-mirror.ts";
import { summarizeDeprecated } from "../src/conditions/deprecated-summary.ts";
import { found } from "./scene/objects.ts";

const at = "2030-01-01T00:00:00Z";
const now = Date.parse(at);
const before = "2029-01-01T00:00:00Z";
const draft = (type: string, status: DeprecatedDraft["status"], rest: object = {}): DeprecatedDraft => ({
  type,
  status,
  ...rest,
});
const problem = (type: string, severity: string, reason = "R") => draft(type, "False", { severity, reason });
const dated = (condition: DeprecatedDraft, lastTransitionTime = at): ConditionV1Beta1 => ({
  ...condition,
  lastTransitionTime,
});

describe("written v1beta1 conditions", () => {
  const readyOf = (drafts: readonly DeprecatedDraft[], aside?: readonly string[]) =>
    applyDeprecatedConditions(undefined, drafts, now, aside)[0];

  test("follow Ready, ordered by type", () => {
    const drafts = [draft("C", "True"), draft("A", "True"), draft("B", "Unknown")];
    expect(applyDeprecatedConditions(undefined, drafts, now)).toEqual([
      dated(draft("Ready", "True")),
      dated(draft("A", "True")),
      dated(draft("B", "Unknown")),
      dated(draft("C", "True")),
    ]);
  });

  test("set Ready to the worst of them, the first among equals", () => {
    const [info, warning, error] = ["Info", "Warning", "Error"].map((severity) => problem("X", severity, severity));
    if (info === undefined || warning === undefined || error === undefined) throw new RangeError();
    expect(readyOf([info, warning, error])).toEqual(dated({ ...error, type: "Ready" }));
    expect(readyOf([warning, info])).toEqual(dated({ ...warning, type: "Ready" }));
    expect(readyOf([problem("A", "Info", "a"), problem("B", "Info", "b")])).toMatchObject({ reason: "a" });
    expect(readyOf([problem("B", "Info", "b"), problem("A", "Info", "a")])).toMatchObject({ reason: "b" });
  });

  test("are ignored by Ready if they are Unknown or excluded", () => {
    expect(readyOf([draft("A", "Unknown", { reason: "a" })])).toEqual(dated(draft("Ready", "True")));
    expect(readyOf([problem("A", "Error"), problem("B", "Info", "b")], ["A"])).toMatchObject({ reason: "b" });
    expect(readyOf([problem("A", "Error")], ["A"])).toEqual(dated(draft("Ready", "True")));
  });

  test.each([
    ["status", draft("A", "Unknown", { severity: "Info", reason: "R", message: "m" })],
    ["severity", draft("A", "False", { severity: "Error", reason: "R", message: "m" })],
    ["reason", draft("A", "False", { severity: "Info", reason: "S", message: "m" })],
    ["message", draft("A", "False", { severity: "Info", reason: "R", message: "n" })],
  ])("have a new time only when their %s changes", (_field, changed) => {
    const same = draft("A", "False", { severity: "Info", reason: "R", message: "m" });
    const current = [dated(draft("Other", "True"), before), dated(same, before)];
    expect(mergeDeprecatedConditions(current, [same], now)).toEqual([
      dated(same, before),
      dated(draft("Other", "True"), before),
    ]);
    expect(mergeDeprecatedConditions(current, [changed], now)[0]).toEqual(dated(changed));
  });

  test("keep the conditions of others", () => {
    const current = ["Ready", "B", "Z"].map((type) => dated(draft(type, "True"), before));
    expect(mergeDeprecatedConditions(current, [draft("C", "True"), draft("B", "False")], now)).toEqual([
      dated(draft("Ready", "True"), before),
      dated(draft("B", "False")),
      dated(draft("C", "True")),
      dated(draft("Z", "True"), before),
    ]);
  });
});

describe("the v1beta1 summary", () => {
  const options = { of: ["A", "B", "C"] };
  const summed = (conditions: readonly DeprecatedDraft[], more: object = {}) =>
    summarizeDeprecated(
      conditions.map((each) => dated(each)),
      { ...options, ...more },
    );

  test("is missing without conditions to sum up", () => {
    expect(summed([])).toBeUndefined();
    expect(summed([draft("D", "False")])).toBeUndefined();
  });

  const worse: readonly (readonly [string, DeprecatedDraft])[] = [
    ["an error", problem("B", "Error")],
    ["a warning", problem("A", "Warning")],
    ["an info", problem("C", "Info")],
    ["True", draft("A", "True")],
    ["Unknown", draft("B", "Unknown", { reason: "R" })],
    ["False without a severity", draft("C", "False", { reason: "R" })],
  ];

  test.each(
    worse.slice(1).map(([name, less], index) => [worse[index]?.[0] ?? "", name, worse[index]?.[1], less] as const),
  )("%s counts before %s", (_more, _less, bad, less) => {
    if (bad === undefined) throw new RangeError();
    const renamed = { ...less, type: bad.type === "A" ? "B" : "A" };
    const expected = bad.status === "True" ? draft("Ready", "True") : { ...bad, type: "Ready" };
    expect(summed([bad, renamed])).toEqual(expected);
  });

  test("is the first of equally bad conditions in the requested order", () => {
    expect(summed([problem("C", "Info", "c"), problem("B", "Info", "b")])).toMatchObject({ reason: "b" });
  });

  test("has only the fields of its condition", () => {
    expect(summed([draft("A", "False", { severity: "Info", message: "m" })])).toEqual(
      draft("Ready", "False", { severity: "Info", message: "m" }),
    );
    expect(summed([draft("A", "False")])).toEqual(draft("Ready", "False"));
  });

  test("counts steps while no other condition exists", () => {
    const steps = { stepsOf: ["A", "B"] };
    expect(summed([draft("A", "True"), problem("B", "Info")], steps)).toMatchObject({ message: "1 of 2 completed" });
    expect(summed([problem("B", "Info")], steps)).toMatchObject({ message: "0 of 2 completed" });
    expect(summed([draft("C", "True"), problem("B", "Info")], steps)).not.toHaveProperty("message");
    expect(summed([draft("A", "True"), draft("B", "True")], steps)).toEqual(draft("Ready", "True"));
  });
});

describe("the v1beta1 condition that mirrors a provider's Ready", () => {
  const shown = (status: object | undefined, done = false) => {
    const { object } = found("TestMachine", status === undefined ? {} : { status });
    return mirrorDeprecated("T", object, { done, reason: "Waits" });
  };
  const waiting = draft("T", "False", { severity: "Info", reason: "Waits" });
  const ready = (rest: object) => [
    { type: "Other", status: "True" },
    { type: "Ready", ...rest },
  ];

  test.each<[string, object | undefined]>([
    ["no status", undefined],
    ["no conditions", {}],
    ["no list", { conditions: 3 }],
    ["another condition alone", { conditions: [{ type: "Other", status: "True" }] }],
  ])("shows with %s whether the provider is done", (_given, status) => {
    expect([shown(status), shown(status, true)]).toEqual([waiting, draft("T", "True")]);
  });

  test.each<[object, object]>([
    [{ status: "True" }, { status: "True" }],
    [
      { status: "True", reason: "R", message: "m" },
      { status: "True", reason: "R", message: "m" },
    ],
    [
      { status: "Unknown", severity: "Info", reason: "R" },
      { status: "Unknown", reason: "R" },
    ],
    [{ status: "other" }, { status: "Unknown" }],
    [
      { status: "False", severity: "Error" },
      { status: "False", severity: "Error" },
    ],
    [
      { status: "False", severity: "Warning" },
      { status: "False", severity: "Warning" },
    ],
    [
      { status: "False", severity: "Info" },
      { status: "False", severity: "Info" },
    ],
    [{ status: "False", severity: "Odd", reason: "", message: "" }, { status: "False" }],
    [{ status: "False", reason: 3, message: 4 }, { status: "False" }],
  ])("is for %j: %j", (own, expected) => {
    expect(shown({ conditions: ready(own) })).toEqual({ type: "T", ...expected });
  });

  test("prefers deprecated conditions over those of v1beta2", () => {
    const conditions = ready({ status: "False" });
    expect(shown({ conditions, deprecated: { v1beta1: { conditions: ready({ status: "True" }) } } })).toEqual(
      draft("T", "True"),
    );
    expect(shown({ conditions, deprecated: { v1beta1: {} } })).toEqual(draft("T", "False"));
    expect(shown({ conditions, deprecated: {} })).toEqual(draft("T", "False"));
  });
});
