import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "@capstan/kube";

/** Letters of all planes, combining marks, joiners, and surrogate halves. */
const unit = fc.oneof(
  fc.constantFrom("a", "é", "e\u0301", "👩‍👩‍👧", "👍🏽", "\u0301", "\u200d", "\ud83d", "\ude00", "\u0000", "\u{10ffff}"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 3 }),
);
const text = fc.array(unit, { maxLength: 60 }).map((units) => units.join(""));

const charactersOf = (value: string): number => Array.from(value).length;

test("a string within the limit stays, and a longer one ends with an ellipsis at the limit", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("ab…");
  expect(cutText("👍👍👍", 3)).toBe("👍👍👍");
  expect(cutText("👍👍👍👍", 3)).toBe("👍👍…");
});

test("a grapheme is kept or cut as a whole", () => {
  expect(cutText("abe\u0301xyz", 4)).toBe("ab…");
  expect(cutText("ab👩‍👩‍👧xyz", 5)).toBe("ab…");
  expect(cutText("ab👍🏽xyz", 4)).toBe("ab…");
});

test("an endless sequence of marks is cut, too", () => {
  expect(charactersOf(cutText(`a${"\u0301".repeat(1_000)}`, 500))).toBe(500);
});

test("the result is well formed, within the limit, and starts with the same characters", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (given, limit) => {
      const cut = cutText(given, limit);
      expect(cut.isWellFormed()).toBe(true);
      expect(charactersOf(cut)).toBeLessThanOrEqual(limit);
      expect(cutText(cut, limit)).toBe(cut);
      const isWhole = charactersOf(given) <= limit;
      const kept = isWhole ? cut : cut.slice(0, -1);
      expect(given.toWellFormed().startsWith(kept)).toBe(true);
      if (isWhole) expect(cut).toBe(given.toWellFormed());
    }),
    { numRuns: 2_000 },
  );
});
