import { dump, DUMP_SCHEMA, floatCoreTag, floatYaml11Tag, intCoreTag, intYaml11Tag, NOT_RESOLVED } from "js-yaml";
import { type GoScalar, resolvePlain } from "./go/resolve-scalar.ts";

/** The layout of YAML. */
export interface YamlLayout {
  /** The width at which long strings are folded; -1 for none. Default: 80. */
  readonly lineWidth?: number;
  /** Repeats equal objects instead of referring to the first by an alias. */
  readonly noRefs?: boolean;
  /** Writes the items of a list at the indentation of its key. */
  readonly seqNoIndent?: boolean;
  /** Omits values that YAML cannot represent, such as `undefined`. */
  readonly skipInvalid?: boolean;
  /** Sorts keys. */
  readonly sortKeys?: boolean;
}

type ScalarTag = typeof intCoreTag;

/** Accepts what go-yaml, YAML 1.1 or YAML 1.2 reads as this type, so that strings with these characters are quoted. */
function readByAny(type: GoScalar["type"], ...tags: readonly [ScalarTag, ...ScalarTag[]]): ScalarTag {
  return {
    ...tags[0],
    resolve: (source, isExplicit, tagName) => {
      const read = tags.map((tag) => tag.resolve(source, isExplicit, tagName)).find((value) => value !== NOT_RESOLVED);
      if (read !== undefined) return read;
      return resolvePlain(source).type === type ? 0 : NOT_RESOLVED;
    },
  };
}

const schema = DUMP_SCHEMA.withTags(
  {
    ...readByAny("int", intCoreTag, intYaml11Tag),
    identify: (value: unknown) => typeof value === "bigint" || intCoreTag.identify(value),
  },
  readByAny("float", floatYaml11Tag, floatCoreTag),
);

/**
 * Writes a value as YAML that every reader reads as the same value: strings that go-yaml, YAML 1.1 or YAML 1.2 would read as another type
 * are quoted. A bigint is written as an integer.
 */
export function writeYaml(value: unknown, layout: YamlLayout = {}): string {
  return dump(value, { ...layout, schema });
}
