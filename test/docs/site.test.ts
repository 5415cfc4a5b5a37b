import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { entryPoints } from "../../build/site/api/entry-points.ts";
import { tasksOf } from "../../build/site/api/tasks.ts";
import { checkLinks } from "../../build/site/check-links.ts";
import { sections } from "../../build/site/contents.ts";
import { routes, targetOf } from "../../build/site/routes.ts";

const root = path.resolve(import.meta.dirname, "../..");
const listed = sections().flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));

describe("the list of docs/README.md, which is the navigation of the site,", () => {
  test("contains every page of docs, and every package's page, once", () => {
    const pages = globSync(["docs/**/*.md", "packages/*/README.md"], {
      cwd: root,
      exclude: [
        "docs/generated/**",
        "docs/README.md",
        "docs/decisions/0*.md",
        "packages/harness/**",
        "docs/.vitepress/**",
      ],
    });
    expect(pages.length).toBeGreaterThan(30);
    const outside = listed.filter((page) => !page.startsWith("docs/") && !page.startsWith("packages/"));
    expect(listed.toSorted()).toEqual([...pages, ...outside].sort());
  });

  test("has a separate page for each entry", () => {
    const all = [...routes().values()];
    expect(all.filter((route, index) => all.indexOf(route) !== index)).toEqual([]);
  });
});

describe("a link of a page", () => {
  const known = routes();

  test.each([
    ["to another page", "docs/scale.md", "clients.md#method", "/clients.md#method"],
    ["to the README of a package", "README.md", "packages/provider", "/api/provider.md"],
    ["to a page outside of docs", "docs/scale.md", "../SECURITY.md", "/project/security.md"],
    ["to a folder of the repository", "README.md", "examples/quickstart", "/tree/main/examples/quickstart"],
    ["to a file of the repository", "docs/scale.md", "../package.json", "/blob/main/package.json"],
    ["to elsewhere", "README.md", "https://example.com/a", "https://example.com/a"],
  ])("%s has the same target on the site", (_what, page, href, expected) => {
    const target = targetOf(page, href, known);
    expect(target.endsWith(expected), target).toBe(true);
    expect(/^(\/|https:)/.test(target)).toBe(true);
  });

  test("to a missing target fails the build", () => {
    expect(() => targetOf("docs/scale.md", "missing.md", known)).toThrow("docs/scale.md links to missing.md");
  });
});

describe("the exports of an entry point", () => {
  const entries = listed.flatMap(entryPoints);

  test.each(entries)("of $name are sorted by purpose", ({ source }) => {
    const tasks = tasksOf(source);
    const titles = tasks.map(({ title }) => title);
    expect(tasks).not.toEqual([]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    for (const { title, names } of tasks) expect(names.length, title).toBeGreaterThan(0);
  });

  test("are checked for several entry points", () => {
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "@capstan/provider",
        "@capstan/provider/release",
        "@capstan/testkit/conformance",
        "capstan",
      ]),
    );
  });
});

describe("the check of links", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "capstan-site-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test("finds a missing page and a missing heading, and no other problem", () => {
    const links = ["b.html", "b.html#there", "#here", "missing.html", "b.html#missing", "https://example.com/missing"];
    const anchors = links.map((href) => `<a href="${href}">link</a>`).join("");
    writeFileSync(
      path.join(folder, "index.html"),
      `<h1 id="here">A</h1><a class="header-anchor" href="#gone"></a>${anchors}`,
    );
    writeFileSync(path.join(folder, "b.html"), '<h2 id="there">B</h2><img src="/missing.png"><a href="/">A</a>');
    const { broken, ...counts } = checkLinks(folder);
    expect(counts).toEqual({ pages: 2, links: 7, anchors: 3 });
    expect(broken).toEqual([
      { page: "b.html", href: "/missing.png", why: "there is no such page" },
      { page: "index.html", href: "missing.html", why: "there is no such page" },
      { page: "index.html", href: "b.html#missing", why: "the page has no such heading" },
    ]);
  });
});
