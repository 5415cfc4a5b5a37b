import { execFileSync } from "node:child_process";
import path from "node:path";

/** A text file of a commit. */
export interface TreeFile {
  /** Relative to the top of the repository. */
  readonly path: string;
  readonly text: string;
}

const readable = /\.(?:ts|tsx|js|mjs|md|json|yml|yaml|sh)$/;

/** The text files of a commit, except generated ones: lock files, records, API reports, generated sources and fixtures. */
export function treeOf(commit: string, folder: string): readonly TreeFile[] {
  const git = (argv: readonly string[], input?: string): Buffer =>
    execFileSync("git", argv, { cwd: folder, input, maxBuffer: 1024 ** 3 });
  const listed = git(["ls-tree", "-r", "--name-only", commit]).toString().split("\n");
  const paths = listed.filter((file) => readable.test(file) && !isWritten(file));
  const output = git(["cat-file", "--batch"], paths.map((file) => `${commit}:${file}\n`).join(""));
  let offset = 0;
  return paths.map((file) => {
    const end = output.indexOf("\n", offset);
    const size = Number(output.toString("utf8", offset, end).split(" ").at(-1));
    const text = output.toString("utf8", end + 1, end + 1 + size);
    offset = end + size + 2;
    return { path: file, text };
  });
}

function isWritten(file: string): boolean {
  const name = path.basename(file);
  return (
    name === "package-lock.json" ||
    name.includes(".generated.") ||
    /^(?:api|docs\/generated)\//.test(file) ||
    /(?:^|\/)(?:fixtures|record|recorded|go-data|testdata)\//.test(file)
  );
}
