import { fieldsOf, isJsonObject, type JsonObject, parseJson, stringifyJson } from "@capstan/kube";

/**
 * A set of field paths. Steps have the format of `fieldsV1`: `f:name` is a member of an object, `k:{…}` an item of a list map, `v:…` an
 * item of a list set.
 */
export class FieldSet {
  readonly members: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, FieldSet>;

  constructor(members: Iterable<string> = [], children: Iterable<readonly [string, FieldSet]> = []) {
    this.members = new Set(members);
    const present = new Map<string, FieldSet>();
    for (const [step, child] of children) if (!child.isEmpty) present.set(step, child);
    this.children = present;
  }

  static fromJson(json: unknown): FieldSet {
    const entries = isJsonObject(json) ? Object.entries(json) : [];
    const members: string[] = [];
    const children: [string, FieldSet][] = [];
    for (const [step, below] of entries) {
      if (step === ".") continue;
      const inner = FieldSet.fromJson(below);
      if (inner.isEmpty || (isJsonObject(below) && "." in below)) members.push(step);
      if (!inner.isEmpty) children.push([step, inner]);
    }
    return new FieldSet(members, children);
  }

  toJson(): JsonObject {
    const json: Record<string, unknown> = {};
    if (this.isEmpty) return json;
    for (const step of [...new Set([...this.members, ...this.children.keys()])].sort()) {
      const below = this.children.get(step)?.toJson();
      json[step] = below === undefined ? {} : this.members.has(step) ? { ".": {}, ...below } : below;
    }
    return json;
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  /** Whether the set has this step, or a path below it. */
  touches(step: string): boolean {
    return this.members.has(step) || this.children.has(step);
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    const children = new Map(this.children);
    for (const [step, child] of other.children) children.set(step, children.get(step)?.union(child) ?? child);
    return new FieldSet([...this.members, ...other.members], children);
  }

  difference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    const children = [...this.children].map(([step, child]) => {
      const removed = other.children.get(step);
      return [step, removed === undefined ? child : child.difference(removed)] as const;
    });
    return new FieldSet(
      [...this.members].filter((step) => !other.members.has(step)),
      children,
    );
  }

  intersection(other: FieldSet): FieldSet {
    const children = [...this.children].flatMap(([step, child]) => {
      const shared = other.children.get(step);
      return shared === undefined ? [] : [[step, child.intersection(shared)] as const];
    });
    return new FieldSet(
      [...this.members].filter((step) => other.members.has(step)),
      children,
    );
  }

  equals(other: FieldSet): boolean {
    return (
      this.members.size === other.members.size &&
      this.children.size === other.children.size &&
      [...this.members].every((step) => other.members.has(step)) &&
      [...this.children].every(([step, child]) => other.children.get(step)?.equals(child) === true)
    );
  }

  /** Without these steps and everything below them. */
  without(steps: readonly string[]): FieldSet {
    if (!steps.some((step) => this.touches(step))) return this;
    const keep = (step: string): boolean => !steps.includes(step);
    return new FieldSet(
      [...this.members].filter(keep),
      [...this.children].filter(([step]) => keep(step)),
    );
  }

  /** All paths, in the format `.spec.items[name="a"].size`. */
  paths(prefix = ""): string[] {
    const members = [...this.members].sort().map((step) => prefix + describeStep(step));
    const below = [...this.children].sort(([a], [b]) => (a < b ? -1 : 1));
    return [...members, ...below.flatMap(([step, child]) => child.paths(prefix + describeStep(step)))];
  }
}

/** Formats a step for messages. */
export function describeStep(step: string): string {
  const text = step.slice(2);
  if (step.startsWith("f:")) return `.${text}`;
  if (step.startsWith("v:")) return `[=${text}]`;
  if (step.startsWith("i:")) return `[${text}]`;
  const fields = fieldsOf(parseJson(text, { integers: "exact" }));
  const key = Object.entries(fields).map(([name, value]) => `${name}=${stringifyJson(value)}`);
  return `[${key.join(",")}]`;
}
