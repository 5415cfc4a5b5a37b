import path from "node:path";
import { slug } from "github-slugger";
import { defineConfig, type MarkdownRenderer } from "vitepress";
import { sideBar, topBar } from "./navigation.ts";
import { generated, repositoryURL, root } from "./places.ts";
import { style } from "./style.ts";
import { routes, targetOf } from "./routes.ts";

const known = routes();

/** Links of the pages in `docs` have the form that GitHub needs: to files of the repository, relative to the page. */
function withLinksOfTheSite(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("links-of-the-site", ({ tokens, env }) => {
    const { path: file, realPath } = env as { path: string; realPath?: string };
    const page = path.relative(root, realPath ?? file);
    if (page.startsWith(generated)) return;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href !== null) token.attrSet("href", targetOf(page, href, known));
    }
  });
}

/** Allows line breaks after `_` and `/` in long names in `code`, so that a table has room for its other columns. */
function withBreaksInNames(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const asUsual = rules.code_inline;
  rules.code_inline = (...given) => (asUsual?.(...given) ?? "").replace(/(?<=[^<][_/])(?=\w)/g, "<wbr>");
}

export default defineConfig({
  title: "Capstan",
  description: "The SDK for writing Cluster API providers in TypeScript",
  lang: "en-US",
  head: [["style", {}, style]],
  rewrites: {
    "README.md": "contents.md",
    "decisions/README.md": "decisions/index.md",
    "generated/:page(.*)": ":page",
  },
  vite: {
    // An API page contains a whole entry point: one request, then readable without the network.
    build: { chunkSizeWarningLimit: 4_000 },
  },
  markdown: {
    // Anchors as on GitHub, so that a link to a heading works in both places.
    anchor: { slugify: slug },
    toc: { slugify: slug },
    headers: { slugify: slug },
    config(markdown) {
      withLinksOfTheSite(markdown);
      withBreaksInNames(markdown);
    },
  },
  themeConfig: {
    nav: topBar(),
    sidebar: sideBar(),
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repositoryURL("", true).replace("/tree/main/", "") }],
    footer: { message: "Apache-2.0" },
  },
});
