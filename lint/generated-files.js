/** Files that no linter reads: what is built, and the templates of projects, which have a configuration of their own. */
export const generatedFiles = [
  "**/dist/**",
  "dist-images/**",
  "**/node_modules/**",
  "coverage/**",
  "docs/generated/**",
  "test/docs/blocks/running/**",
  "docs/.vitepress/{dist,cache}/**",
  "packages/create-capstan-provider/templates/**",
];
