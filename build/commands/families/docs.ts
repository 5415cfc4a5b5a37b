import { reading, running, testing, tool } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

const site = running("build/site/main.ts");
const write = { CAPSTAN_WRITE_DOCS: "1" };

export const docs: Family = {
  name: "docs",
  does: "Builds the documentation, and writes its generated pages and pictures.",
  byDefault: "site",
  members: [
    { name: "site", does: "all pages as one site, in docs/.vitepress/dist", runs: site },
    {
      name: "serve",
      does: "builds the site, and serves it",
      after: [site],
      runs: tool("vitepress", "preview", "docs"),
    },
    {
      name: "comments",
      does: "lists exports and members without a comment",
      runs: running("build/site/api/comments.ts"),
    },
    { name: "recording", does: "the picture of the demo in README.md", runs: running("build/recording/main.ts") },
    {
      name: "rules",
      does: "coverage of contract and specification, words, flags",
      runs: testing(
        [
          "packages/cli/test/check/rules-page.test.ts",
          "test/contract/coverage",
          "test/specification/specification.test.ts",
          "test/lint/words.test.ts",
          "test/docs/metrics.test.ts",
          "test/docs/cli-page.test.ts",
          "test/interop/flags/flags-page.test.ts",
        ],
        write,
      ),
    },
    {
      name: "kubeadm",
      does: "docs/kubeadm-differences.md",
      runs: testing(["test/differential/kubeadm/differences-page.test.ts"], write),
    },
    {
      name: "go-managers",
      does: "docs/go-managers.md",
      runs: testing(["test/interop/processes/page.test.ts"], write),
    },
    { name: "page", does: "the pictures of docs/page", runs: reading("test/docs/page/screenshots.ts") },
  ],
};
