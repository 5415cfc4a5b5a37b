import { readFileSync } from "node:fs";
import path from "node:path";

/** The repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** Where the site's pages are that are made: from what is outside of `docs`, and from the code. In no commit. */
export const generated = "docs/generated";

/** Where the built site is. In no commit. */
export const output = path.join(root, "docs/.vitepress/dist");

/** The repository's page of a file or folder, for what the site itself does not have. */
export function repositoryURL(file: string, isFolder: boolean): string {
  const { repository } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    repository: { url: string };
  };
  const base = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return `${base}/${isFolder ? "tree" : "blob"}/main/${file}`;
}
