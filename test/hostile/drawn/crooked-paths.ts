import type { ControllerRequest } from "@capstan/testkit";

/** Paths that a manager has requested and that a string of another tenant has diverted. */
export function crookedPaths(requests: readonly ControllerRequest[]): string[] {
  const crooked = new Set(
    requests.filter(({ path }) => isCrooked(path)).map(({ by, path }) => `${by} asked for ${path}`),
  );
  return [...crooked].map((line) => `no path: ${line.slice(0, 300)}`);
}

function isCrooked(path: string): boolean {
  try {
    return path
      .split("/")
      .slice(1)
      .some((part) => ["", ".", ".."].includes(decodeURIComponent(part)));
  } catch {
    return true;
  }
}
