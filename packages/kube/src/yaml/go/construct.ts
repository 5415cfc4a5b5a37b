import { setField } from "../../json/set-field.ts";
import { floatKey } from "./float-key.ts";
import { type AliasNode, type CollectionNode, type ScalarNode, type YamlNode } from "./nodes.ts";
import { GoYamlProblem } from "./problem.ts";
import { type GoScalar } from "./resolve-scalar.ts";
import { type GoScalars, scalarValue } from "./scalar-value.ts";

/** How nodes become values. */
export interface Construction {
  readonly scalars: GoScalars;
  /** Integers that a number cannot represent: a bigint, or the nearest number. */
  readonly integers: "exact" | "rounded";
  /** The limit of keys that `<<` merges. */
  readonly maxMergeKeys: number;
  /** Called for each key that its mapping has already, even if it was merged. */
  duplicate(key: MappingKey, at: number): void;
}

/** A key of a mapping. */
export interface MappingKey {
  /** The key in the JSON object. */
  readonly name: string;
  /** Keys of different types are different keys, even if their names are equal. */
  readonly type: GoScalar["type"];
}

/**
 * A document's value, as `sigs.k8s.io/yaml` converts it to JSON. A key has the last value that is set or merged; go-yaml's order decides.
 *
 * @throws GoYamlProblem Go refuses the document.
 */
export function construct(document: YamlNode, options: Construction): unknown {
  const constructor = new Constructor(options);
  const value = constructor.valueOf(document);
  constructor.checkJson(value);
  return value;
}

/** A mapping that is being read. */
interface Mapping {
  readonly fields: Record<string, unknown>;
  /** The types of keys that are not strings. */
  readonly types: Map<string, GoScalar["type"]>;
}

class Constructor {
  readonly #options: Construction;
  /** Values of collections: an alias shares that of its target. */
  readonly #values = new Map<CollectionNode, unknown>();
  readonly #open = new Set<YamlNode>();
  readonly #withNullKey = new Set<unknown>();
  /** The first value or key that JSON does not have. */
  #beyondJson: GoYamlProblem | undefined;
  #merged = 0;

  constructor(options: Construction) {
    this.#options = options;
  }

  valueOf(node: YamlNode): unknown {
    switch (node.kind) {
      case "scalar":
        return this.#scalar(node);
      case "alias":
        this.#refuseCircle(node);
        return this.valueOf(node.target);
      case "mapping":
      case "sequence":
        return this.#collection(node);
    }
  }

  /** @throws GoYamlProblem JSON cannot represent the value. A value that another one replaced does not count. */
  checkJson(value: unknown): void {
    if (this.#beyondJson !== undefined && this.#isBeyondJson(value, new Set())) {
      throw this.#beyondJson;
    }
  }

  #isBeyondJson(value: unknown, seen: Set<unknown>): boolean {
    if (typeof value === "number") return !Number.isFinite(value);
    if (typeof value !== "object" || value === null || seen.has(value)) return false;
    seen.add(value);
    return this.#withNullKey.has(value) || Object.values(value).some((inner) => this.#isBeyondJson(inner, seen));
  }

  #scalar(node: ScalarNode): unknown {
    const { value } = scalarValue(node, this.#options.scalars);
    if (typeof value === "number" && !Number.isFinite(value)) {
      this.#beyondJson ??= new GoYamlProblem(`unsupported value: ${goInfinity(value)}`, node.at);
    }
    return typeof value === "bigint" && this.#options.integers === "rounded" ? Number(value) : value;
  }

  #collection(node: CollectionNode): unknown {
    if (this.#values.has(node)) return this.#values.get(node);
    this.#open.add(node);
    const value = node.kind === "sequence" ? node.children.map((child) => this.valueOf(child)) : this.#mapping(node);
    this.#open.delete(node);
    this.#values.set(node, value);
    return value;
  }

  #mapping(node: CollectionNode): unknown {
    const mapping: Mapping = { fields: {}, types: new Map() };
    this.#fill(mapping, node, () => undefined);
    return mapping.fields;
  }

  #fill(into: Mapping, { children }: CollectionNode, charge: (at: number) => void): void {
    for (let index = 0; index + 1 < children.length; index += 2) {
      const [key, value] = [children[index], children[index + 1]];
      if (key === undefined || value === undefined) continue;
      charge(key.at);
      if (isMerge(key)) this.#merge(into, value);
      else this.#set(into, this.#keyOf(key, into), value);
    }
  }

  #set({ fields, types }: Mapping, key: MappingKey, node: YamlNode): void {
    const value = this.valueOf(node);
    const { name, type } = key;
    if (Object.hasOwn(fields, name) && (types.get(name) ?? "str") === type) this.#options.duplicate(key, node.at);
    if (type !== "str") types.set(name, type);
    setField(fields, name, value);
  }

  #keyOf(node: YamlNode, { fields }: Mapping): MappingKey {
    const key = node.kind === "alias" ? node.target : node;
    if (key.kind !== "scalar") throw new GoYamlProblem("a key must not be a mapping or a list", node.at);
    const { type, value } = scalarValue(key, this.#options.scalars);
    if (value === null) {
      this.#beyondJson ??= new GoYamlProblem("a key must not be null", node.at);
      this.#withNullKey.add(fields);
    }
    return { type, name: type === "float" && typeof value === "number" ? floatKey(value) : String(value) };
  }

  #merge(into: Mapping, source: YamlNode): void {
    if (source.kind === "sequence") {
      // Earlier ones win.
      for (const each of source.children.toReversed()) this.#mergeOne(into, each);
    } else this.#mergeOne(into, source);
  }

  #mergeOne(into: Mapping, source: YamlNode): void {
    const node = source.kind === "alias" ? source.target : source;
    if (node.kind !== "mapping")
      throw new GoYamlProblem("map merge requires map or sequence of maps as the value", source.at);
    if (source.kind === "alias") this.#refuseCircle(source);
    const isOpen = this.#open.has(node);
    this.#open.add(node);
    this.#fill(into, node, (at) => {
      this.#merged += 1;
      const { maxMergeKeys } = this.#options;
      if (this.#merged > maxMergeKeys) throw new GoYamlProblem(`merge keys exceeds the limit of ${maxMergeKeys}`, at);
    });
    if (!isOpen) this.#open.delete(node);
  }

  #refuseCircle({ target, at }: AliasNode): void {
    if (this.#open.has(target)) throw new GoYamlProblem("an alias refers to a node that contains it", at);
  }
}

/** A number without a JSON representation, as Go prints it. */
function goInfinity(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "+Inf" : "-Inf";
}

function isMerge(node: YamlNode): boolean {
  if (node.kind !== "scalar" || node.text !== "<<") return false;
  return node.isPlain || node.tag === "tag:yaml.org,2002:merge";
}
