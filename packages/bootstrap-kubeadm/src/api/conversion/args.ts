import type { Arg } from "../v1beta2/component-settings.ts";

type ArgsByName = Readonly<Record<string, string>>;

/** Flags by name as a list, sorted by name as upstream sorts it. v1beta2 has no place for a flag without a name. */
export function toArgList(args: ArgsByName): Arg[] {
  return Object.entries(args)
    .filter(([name]) => name !== "")
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A list of flags by name. Of several of one name the last one wins, as it does for most programs. */
export function toArgsByName(args: readonly Arg[]): Record<string, string> {
  return Object.fromEntries(args.map(({ name, value }) => [name, value]));
}
