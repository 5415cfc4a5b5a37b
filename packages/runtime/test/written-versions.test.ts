import { expect, test } from "vitest";
import { WrittenVersions } from "../src/cache/written-versions.ts";

test("a written version is awaited until a watch has delivered it, or a later one", () => {
  const written = new WrittenVersions();
  expect(written.areIn([])).toBe(true);
  written.note("7");
  written.note("5");
  written.note(undefined);
  expect(written.areIn([])).toBe(false);
  expect(written.areIn(["6", "5"])).toBe(false);
  expect(written.areIn(["5", "7"])).toBe(true);
  expect(written.areIn(["8"])).toBe(true);
});

test("the latest known version is the version of a watch, of a write, or the minimum version of a delete", () => {
  const written = new WrittenVersions();
  expect(written.latest("3")).toBe("3");
  written.note("5");
  expect(written.latest("3")).toBe("5");
  written.noteDelete("8");
  expect(written.latest("3")).toBe("9");
  written.noteDelete("4");
  expect(written.latest("3")).toBe("9");
  expect(written.latest("12")).toBe("12");
});

test("no version is awaited once the history of the server went back", () => {
  const written = new WrittenVersions();
  written.note("7");
  written.noteDelete("8");
  written.forget();
  expect(written.areIn([])).toBe(true);
  expect(written.latest("3")).toBe("3");
});
