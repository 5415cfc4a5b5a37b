/** The random suffix of a name from Kubernetes or a controller: five characters without vowels. */
const drawn = /(?<=-)[bcdfghjklmnpqrstvwxz2456789]{5}(?=-|$|[^a-z0-9-])/g;
const uid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * Replaces parts that vary from run to run: times, random suffixes, uids (by the object that has them), and parts that a scenario names.
 */
export function withoutChance(
  text: string,
  uids: ReadonlyMap<string, string>,
  varying: readonly RegExp[] = [],
): string {
  const known = text
    .replace(uid, (found) => `<uid of ${uids.get(found) ?? "nothing that exists"}>`)
    .replace(time, "<time>");
  return varying
    .reduce((before, expression) => before.replaceAll(new RegExp(expression, "g"), "<varying>"), known)
    .replace(drawn, "*");
}
