import { type ScalarNode } from "./nodes.ts";
import { GoYamlProblem } from "./problem.ts";
import { type GoScalar, resolvePlain, yamlTag } from "./resolve-scalar.ts";
import { textOfBytes } from "./utf8.ts";

/** How the scalars without quotes are read: as go-yaml does, or all but null as strings. */
export type GoScalars = "kubernetes" | "strings";

/**
 * The value of a scalar.
 *
 * @throws GoYamlProblem the scalar does not have the type of its tag.
 */
export function scalarValue(node: ScalarNode, scalars: GoScalars): GoScalar {
  if (node.isPlain) {
    const plain = resolvePlain(node.text);
    return scalars === "kubernetes" || plain.type === "null" ? plain : { type: "str", value: node.text };
  }
  if (!node.tag.startsWith(yamlTag)) return { type: "str", value: node.text };
  return tagged(node, node.tag.slice(yamlTag.length), scalars);
}

function tagged(node: ScalarNode, type: string, scalars: GoScalars): GoScalar {
  const asText: GoScalar = { type: "str", value: node.text };
  switch (type) {
    case "binary":
      return { type: "str", value: decoded(node) };
    case "timestamp":
      if (!timestamp.test(node.text)) throw misfit(node, "str", type);
      return asText;
    case "bool":
    case "int":
    case "float":
    case "null": {
      const found = resolvePlain(node.text);
      const isFloat = type === "float" && found.type === "int";
      if (found.type !== type && !isFloat) throw misfit(node, found.type, type);
      if (scalars === "strings") return type === "null" ? found : asText;
      return isFloat ? { type, value: Number(found.value) } : found;
    }
    default:
      return asText;
  }
}

function misfit({ text, at }: ScalarNode, found: string, tag: string): GoYamlProblem {
  const quoting = `cannot decode !!${found} \`${text}\` as a !!${tag}`;
  return new GoYamlProblem(`a scalar of type !!${found} has the tag !!${tag}`, at, quoting);
}

const timestamp =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:[.,]\d+)?)?$/;

/** Go reads line ends, but no other spaces, between the characters of base64. */
function decoded({ text, at }: ScalarNode): string {
  const source = text.replaceAll(/[\r\n]/g, "");
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(source)) {
    throw new GoYamlProblem("!!binary value contains invalid base64 data", at);
  }
  return textOfBytes(Buffer.from(source, "base64"));
}
