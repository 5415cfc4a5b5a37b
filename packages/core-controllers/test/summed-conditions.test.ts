import { type Condition, type NewCondition } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { aggregate, aggregateKinds, type AggregateOptions } from "../src/conditions/aggregate.ts";
import { mirror } from "../src/conditions/mirror.ts";
import { pausedCondition } from "../src/conditions/paused.ts";
import { failureFieldsOf } from "../src/conditions/provider-failure.ts";
import { summarize, type SummaryOptions } from "../src/conditions/summary.ts";
import { clusterObject, machineObject } from "./scene/objects.ts";

const lastTransitionTime = "2030-01-01T00:00:00Z";
const reasons = { True: "Good", False: "Bad", Unknown: "Unclear" };

describe("one condition of many objects", () => {
  const options: AggregateOptions = { type: "AllReady", of: "Ready", reasons };
  const object = (name: string, status: Condition["status"], message = "", reason = "R") => ({
    metadata: { name },
    status: { conditions: [{ type: "Ready", status, reason, message, lastTransitionTime }] },
  });
  const silent = (name: string) => ({ metadata: { name } });
  const summed = (objects: readonly ReturnType<typeof silent>[], more: Partial<AggregateOptions> = {}) =>
    aggregate("Machine", objects, { ...options, ...more });
  const type = "AllReady";

  test.each<{ given: string; objects: readonly ReturnType<typeof silent>[]; expected: NewCondition }>([
    { given: "no objects", objects: [], expected: { type, status: "True", reason: "Good" } },
    { given: "True alone", objects: [object("a", "True")], expected: { type, status: "True", reason: "Good" } },
    {
      given: "True with a message",
      objects: [object("a", "True", "x"), object("b", "True")],
      expected: { type, status: "True", reason: "Good", message: "* Machine a: x" },
    },
    {
      given: "one Unknown among True ones",
      objects: [object("a", "True", "x"), object("b", "Unknown", "y"), object("c", "True")],
      expected: { type, status: "Unknown", reason: "Unclear", message: "* Machine b: y" },
    },
    {
      given: "one False among Unknown ones, which are reported after it",
      objects: [object("a", "Unknown", "y"), object("b", "Unknown", "y"), object("c", "False", "z")],
      expected: { type, status: "False", reason: "Bad", message: "* Machine c: z\n* Machines a, b: y" },
    },
    {
      given: "one that does not report it",
      objects: [silent("a")],
      expected: {
        type,
        status: "Unknown",
        reason: "Unclear",
        message: "* Machine a: Condition Ready not yet reported",
      },
    },
    {
      given: "no message: the reason, if there is one",
      objects: [object("a", "False"), object("b", "False", "", ""), object("c", "False", "", "NoReasonReported")],
      expected: { type, status: "False", reason: "Bad", message: "* Machines b, c:\n* Machine a: R" },
    },
    {
      given: "the same from many, the most frequent first, then by names, with three names each",
      objects: [
        ...["d", "c", "b", "a"].map((name) => object(name, "False", "x")),
        object("f", "False", "z"),
        object("e", "False", "y"),
        ...["i", "h", "g"].map((name) => object(name, "False", "w")),
      ],
      expected: {
        type,
        status: "False",
        reason: "Bad",
        message:
          "* Machines a, b, c, ... (1 more): x\n* Machines g, h, i: w\n* Machine e: y\nAnd 1 Machine with other issues",
      },
    },
    {
      given: "the same message as False and as Unknown: an issue",
      objects: [
        object("a", "Unknown", "x"),
        object("b", "False", "x"),
        ...["c", "d", "e"].map((name) => object(name, "Unknown", "y")),
      ],
      expected: { type, status: "False", reason: "Bad", message: "* Machines a, b: x\n* Machines c, d, e: y" },
    },
    {
      given: "more issues and unknown ones than are shown",
      objects: [
        ...["a", "b", "c", "d", "e"].map((name) => object(name, "False", `${name} fails`)),
        ...["f", "g", "h"].map((name) => object(name, "Unknown", `${name} hides`)),
      ],
      expected: {
        type,
        status: "False",
        reason: "Bad",
        message:
          "* Machine a: a fails\n* Machine b: b fails\n* Machine c: c fails\n" +
          "And 2 Machines with other issues\nAnd 3 Machines with status unknown",
      },
    },
    {
      given: "more to say of True ones than is shown",
      objects: ["a", "b", "c", "d"].map((name) => object(name, "True", `${name} says`)),
      expected: {
        type,
        status: "True",
        reason: "Good",
        message: "* Machine a: a says\n* Machine b: b says\n* Machine c: c says\nAnd 1 Machine with additional info",
      },
    },
  ])("with $given", ({ objects, expected }) => {
    expect(summed(objects)).toEqual(expected);
    expect(summed(objects.toReversed())).toEqual(expected);
  });

  test.each([
    ["one line", "x", " x"],
    ["one line that is a list", "* x", "\n  * x"],
    ["a list", "* x\n  * y", "\n  * x\n    * y"],
    ["two lines", "x\ny", "\n  * x\n  * y"],
    ["a line before a list", "x\n* y", "\n  * x\n    * y"],
  ])("a message that is %s", (_what, message, shown) => {
    expect(summed([object("a", "False", message)]).message).toBe(`* Machine a:${shown}`);
  });

  test("with a normal status of False is True if one of them is True", () => {
    const negative = (statuses: readonly Condition["status"][]) =>
      summed(
        statuses.map((status, index) => object(`m${index}`, status, status === "True" ? "goes" : "")),
        { negative: true },
      );
    expect(negative(["False", "False"])).toEqual({ type, status: "False", reason: "Bad" });
    expect(negative(["False", "True"])).toEqual({
      type,
      status: "True",
      reason: "Good",
      message: "* Machine m1: goes",
    });
    expect(negative(["False", "Unknown"])).toEqual({
      type,
      status: "Unknown",
      reason: "Unclear",
      message: "* Machine m1: R",
    });
  });

  test("of several kinds lists them by kind", () => {
    const kinds = [
      { kind: "Set", object: object("b", "False", "x") },
      { kind: "Pool", object: object("a", "Unknown", "x") },
      { kind: "Other", object: object("c", "True", "x") },
      { kind: "Set", object: object("a", "False", "x") },
    ];
    const expected = { type, status: "False", reason: "Bad", message: "* Pool a: x\n* Sets a, b: x" };
    expect(aggregateKinds(kinds, options)).toEqual(expected);
    expect(aggregateKinds(kinds.toReversed(), options)).toEqual(expected);
  });
});

describe("one condition from several of an object", () => {
  const options: SummaryOptions = { type: "Ready", of: ["A", "B", "C"], reasons };
  const draft = (type: string, status: NewCondition["status"], message?: string): NewCondition => {
    return { type, status, reason: `${type}Reason`, ...(message === undefined ? {} : { message }) };
  };
  const good = ["A", "B", "C"].map((type) => draft(type, "True"));
  const summed = (changed: readonly NewCondition[], more: Partial<SummaryOptions> = {}) => {
    const others = good.filter((each) => !changed.some((other) => other.type === each.type));
    return summarize([...others, ...changed], { ...options, ...more });
  };

  test.each<{ given: string; changed: readonly NewCondition[]; more?: Partial<SummaryOptions>; expected: object }>([
    { given: "all True", changed: [], expected: { status: "True", reason: "Good" } },
    {
      given: "messages of True ones, on as many lines as they have",
      changed: [draft("C", "True", "x\ny"), draft("A", "True", "z"), draft("B", "True", "")],
      expected: { status: "True", reason: "Good", message: "* A: z\n* C:\n  x\n  y" },
    },
    {
      given: "one Unknown; what True ones say is left out",
      changed: [draft("A", "True", "z"), draft("B", "Unknown", "x")],
      expected: { status: "Unknown", reason: "Unclear", message: "* B: x" },
    },
    {
      given: "one False, before one Unknown, in the order asked for",
      changed: [draft("C", "False"), draft("B", "Unknown", "")],
      expected: { status: "False", reason: "Bad", message: "* B: BReason\n* C: CReason" },
    },
    {
      given: "conditions that are not asked for",
      changed: [draft("D", "False", "x")],
      expected: { status: "True", reason: "Good" },
    },
    {
      given: "one that is normally False",
      changed: [draft("B", "False")],
      more: { negativePolarity: ["B"] },
      expected: { status: "True", reason: "Good" },
    },
    {
      given: "one that is normally False and True",
      changed: [],
      more: { negativePolarity: ["B"] },
      expected: { status: "False", reason: "Bad", message: "* B: BReason" },
    },
    {
      given: "one that is missing",
      changed: [],
      more: { of: ["A", "X"], optional: ["Y"] },
      expected: { status: "Unknown", reason: "Unclear", message: "* X: Condition X not yet reported" },
    },
    {
      given: "one that is missing, and no optional ones",
      changed: [],
      more: { of: ["A", "X"] },
      expected: { status: "Unknown", reason: "Unclear", message: "* X: Condition X not yet reported" },
    },
    {
      given: "one that may be missing",
      changed: [],
      more: { of: ["A", "X"], optional: ["X"] },
      expected: { status: "True", reason: "Good" },
    },
    {
      given: "priorities of its own, where it has some",
      changed: [draft("A", "False", "x"), draft("B", "Unknown", "y"), draft("C", "True", "z")],
      more: { priorityOf: ({ type }) => (type === "A" ? "info" : undefined) },
      expected: { status: "Unknown", reason: "Unclear", message: "* B: y" },
    },
    {
      given: "lines that are reworded",
      changed: [draft("A", "False", "x"), draft("B", "False", "y")],
      more: { rewordedLines: (lines) => [`${lines.length} lines`] },
      expected: { status: "False", reason: "Bad", message: "2 lines" },
    },
  ])("with $given", ({ changed, more, expected }) => {
    expect(summed(changed, more)).toEqual({ type: "Ready", ...expected });
  });

  test("has the requested type, and receives unreported conditions as such", () => {
    const seen: NewCondition[] = [];
    const { type } = summarize([], { ...options, of: ["A"], priorityOf: (condition) => void seen.push(condition) });
    expect(type).toBe("Ready");
    expect(seen).toEqual([
      { type: "A", status: "Unknown", reason: "NotYetReported", message: "Condition A not yet reported" },
    ]);
  });
});

describe("the reason for a pause", () => {
  const annotated = machineObject({ metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } });
  const byCluster = "Cluster spec.paused is set to true";
  const byItself = "Machine has the cluster.x-k8s.io/paused annotation";

  test.each([
    [clusterObject({ spec: { paused: true } }), machineObject(), byCluster],
    [clusterObject({ spec: { paused: false } }), annotated, byItself],
    [undefined, annotated, byItself],
    [clusterObject({ spec: { paused: true } }), annotated, `${byCluster}, ${byItself}`],
  ])("is shown in its condition: %#", (cluster, object, message) => {
    const expected = { type: "Paused", status: "True", reason: "Paused", message };
    expect(pausedCondition("Machine", cluster, object)).toEqual(expected);
  });
});

describe("the condition of a provider's object", () => {
  const fallback = { done: true, reasonDone: "Done", reasonNotDone: "NotDone", messageNotDone: "waits" };
  const own = (status: Condition["status"], reason: string): Condition => {
    return { type: "Ready", status, reason, message: "m", lastTransitionTime };
  };

  test.each<[Condition | undefined, boolean, object]>([
    [undefined, true, { status: "True", reason: "Done" }],
    [undefined, false, { status: "False", reason: "NotDone", message: "waits" }],
    [own("False", "Boots"), true, { status: "False", reason: "Boots", message: "m" }],
    [own("True", "Booted"), false, { status: "True", reason: "Booted", message: "m" }],
    [own("True", "NoReasonReported"), false, { status: "True", reason: "Done", message: "m" }],
    [own("False", "NoReasonReported"), false, { status: "False", reason: "NoReasonReported", message: "m" }],
  ])("is mirrored under another type: %#", (reported, done, expected) => {
    expect(mirror("T", reported, { ...fallback, done })).toEqual({ type: "T", ...expected });
  });

  test("shows the first failure, with all its fields", () => {
    const object = { kind: "TestMachine", name: "m1" };
    expect(failureFieldsOf([])).toEqual({});
    expect(failureFieldsOf([undefined, { object, reason: "R" }, { object, message: "m" }])).toEqual({
      failureReason: "R",
    });
    expect(failureFieldsOf([{ object, message: "m" }])).toEqual({ failureMessage: "TestMachine m1 failed: m" });
  });
});
