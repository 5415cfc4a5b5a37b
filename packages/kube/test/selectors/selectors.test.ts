import {
  isEmptySelector,
  labelMatcher,
  labelSelectorText,
  lenientLabelMatcher,
  meetsFields,
  parseFieldSelector,
  parseLabelSelector,
} from "@capstan/kube";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labels, selectorText, structuredSelector } from "./arbitrary-selector.ts";
import { requirementText } from "../../src/selectors/label-requirement.ts";

describe("a label selector as a string", () => {
  test.each([
    ["", { tier: "web" }, {}],
    ["tier in(web)", { tier: "web" }, { tier: "db" }],
    ["tier in (web , db)", { tier: "db" }, {}],
    ["tier notin(web)", {}, { tier: "web" }],
    ["tier in ()", { tier: "" }, { tier: "web" }],
    ["! tier", {}, { tier: "" }],
    ["tier", { tier: "" }, {}],
    ["tier=", { tier: "" }, {}],
    ["tier = web", { tier: "web" }, { tier: "webs" }],
    ["tier==web", { tier: "web" }, {}],
    ["tier!=web", {}, { tier: "web" }],
    ["n>3", { n: "4" }, { n: "3" }],
    ["n < 10", { n: "9" }, { n: "ten" }],
    ["in in (in)", { in: "in" }, { notin: "in" }],
    ["a,b!=c", { a: "" }, { a: "", b: "c" }],
  ])("%j selects %j and not %j", (text, selected, other) => {
    expect(labelMatcher(text)(selected)).toBe(true);
    if (text !== "") expect(labelMatcher(text)(other)).toBe(false);
  });

  test.each([
    ["tier in web", "unable to parse requirement: found 'web' expected: '('"],
    ["tier in (web", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a,", "found '', expected: identifier after ','"],
    ["n>x", "the value must be an integer"],
    ['tier="web"', "a valid label must be an empty string"],
    ["a/b/c", "a valid label key must consist of"],
  ])("%j is refused in the words of Kubernetes", (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(message);
    expect(() => parseLabelSelector(text)).toThrow(expect.objectContaining({ code: "MalformedText" }));
  });

  test("accepts the name of an inherited JavaScript property as a label", () => {
    expect(labelMatcher("constructor")({})).toBe(false);
    expect(labelMatcher("!constructor")({})).toBe(true);
  });

  test("is equal to its parsed printed form", () => {
    fc.assert(
      fc.property(selectorText, fc.array(labels, { minLength: 5, maxLength: 5 }), (text, sets) => {
        const requirements = lenient(text);
        fc.pre(requirements !== undefined);
        const printed = requirements.map(requirementText).join(",");
        expect(sets.map(labelMatcher(printed))).toEqual(sets.map(labelMatcher(text)));
        expect(parseLabelSelector(printed).map(requirementText).join(",")).toBe(printed);
      }),
    );
  });
});

function lenient(text: string) {
  try {
    return parseLabelSelector(text);
  } catch {
    return undefined;
  }
}

describe("a label selector in an object", () => {
  const selector = {
    matchLabels: { b: "1" },
    matchExpressions: [
      { key: "a", operator: "In", values: ["y", "x"] },
      { key: "c", operator: "DoesNotExist" },
    ],
  };

  test("is printed in kubectl's format, with sorted keys and values", () => {
    expect(labelSelectorText(selector)).toBe("a in (x,y),b=1,!c");
  });

  test("selects the same objects as its string", () => {
    fc.assert(
      fc.property(structuredSelector, labels, (structured, set) => {
        const isSelected = lenientLabelMatcher(structured)(set);
        const text = textOf(structured);
        expect(isSelected).toBe(text === undefined ? false : labelMatcher(text)(set));
      }),
    );
  });

  test.each([
    ["no operator of that name", { matchExpressions: [{ key: "a", operator: "Near" }] }],
    ["a set without values", { matchExpressions: [{ key: "a", operator: "NotIn", values: [] }] }],
    ["values where none may be", { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] }],
    ["a key that no label has", { matchLabels: { "a/b/c": "" } }],
  ])("with %s selects no object, or is refused", (_what, invalid) => {
    expect(() => labelMatcher(invalid)).toThrow(expect.objectContaining({ form: "label selector" }));
    expect(lenientLabelMatcher(invalid)({ a: "b" })).toBe(false);
  });

  test("that is empty selects every object; a missing one selects none", () => {
    expect(isEmptySelector({ matchLabels: {}, matchExpressions: [] })).toBe(true);
    expect(labelMatcher({})(undefined)).toBe(true);
    expect(lenientLabelMatcher(undefined)({})).toBe(false);
  });
});

function textOf(selector: object): string | undefined {
  try {
    return labelSelectorText(selector);
  } catch {
    return undefined;
  }
}

describe("a field selector", () => {
  const fields: Record<string, string> = { "metadata.name": "a,b", type: "x" };
  const meets = (text: string) => meetsFields(parseFieldSelector(text), (path) => fields[path] ?? "");

  test.each([
    ["", true],
    ["metadata.name=a\\,b,type!=y", true],
    ["type==x", true],
    ["spec.nodeName=", true],
    ["type!=x", false],
    ["=,type=x", true],
  ])("%j: %s", (text, isMet) => {
    expect(meets(text)).toBe(isMet);
  });

  test.each([
    ["type", "invalid selector: 'type'; can't understand 'type'"],
    ["type=a=b", "unescaped character in value: 61"],
    ["type=a\\b", "invalid escape sequence: \\b"],
  ])("%j is refused", (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(message);
  });
});
