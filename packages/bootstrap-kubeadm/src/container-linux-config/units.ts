import { type Check, fields, flag, listOf, objectOf, optionalFlag, text } from "./readers.ts";

/** Requires a name that ends in one of these unit types. */
function named(...endings: readonly string[]): Check {
  return (object, path, report) => {
    const name = typeof object.name === "string" ? object.name : "";
    if (!endings.some((ending) => name.endsWith(`.${ending}`))) {
      report.error(`${path}.name`, `must end with ${endings.map((ending) => `.${ending}`).join(", ")}`);
    }
  };
}

/** The sections of a unit that have settings: systemd ignores all others. */
function sectionsWithSettings(unit: string): ReadonlySet<string> {
  const found = new Set<string>();
  let section = "";
  for (const line of unit.split("\n")) {
    const name = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) section = name;
    else if (/^\s*[^#;\s].*=/.test(line)) found.add(section);
  }
  return found;
}

const installed: Check = (object, path, report) => {
  const isEnabled = object.enable === true || object.enabled === true;
  if (!isEnabled || typeof object.contents !== "string") return;
  const sections = sectionsWithSettings(object.contents);
  if (sections.size === 0 || sections.has("Install")) return;
  report.warning(`${path}.contents`, "has no [Install] section, so enabling the unit has no effect");
};

const dropIn = objectOf(fields({ name: text, contents: text }), named("conf"));

/** `systemd` of a Container Linux Config. */
export const systemd = objectOf(
  fields({
    units: listOf(
      objectOf(
        fields({
          name: text,
          enable: flag,
          enabled: optionalFlag,
          mask: flag,
          contents: text,
          dropins: listOf(dropIn),
        }),
        named(
          ...["service", "socket", "device", "mount", "automount", "swap", "target", "path", "timer", "snapshot"],
          ...["slice", "scope"],
        ),
        installed,
      ),
    ),
  }),
);

/** `networkd` of a Container Linux Config. */
export const networkd = objectOf(
  fields({
    units: listOf(
      objectOf(fields({ name: text, contents: text, dropins: listOf(dropIn) }), named("link", "netdev", "network")),
    ),
  }),
);
