import type { Arg } from "../v1beta2/component-settings.ts";

type ArgsByName = Readonly<Record<string, string>>;

/** Converts flags by name to a list, sorted by name as upstream sorts it. v1beta2 has no place for a flag without a name. */
export function toArgList(args: ArgsByName): Arg[] {
  return Object.entries(args)
    .filter(([name]) => name !== "")
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Converts a list of flags to flags by name. Of several with one name the last wins, as in most programs. */
export function toArgsByName(args: readonly Arg[]): Record<string, string> {
  return Object.fromEntries(args.map(({ name, value }) => [name, value]));
}
