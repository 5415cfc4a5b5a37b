import { readFileSync } from "node:fs";
import path from "node:path";

/** The repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** The folder of the site's generated pages: from files outside of `docs`, and from the code. Not committed. */
export const generated = "docs/generated";

/** The folder of the built site. Not committed. */
export const output = path.join(root, "docs/.vitepress/dist");

/** The URL of a file or folder in the repository, for targets that are not on the site. */
export function repositoryURL(file: string, isFolder: boolean): string {
  const { repository } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    repository: { url: string };
  };
  const base = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return `${base}/${isFolder ? "tree" : "blob"}/main/${file}`;
}
