import { type Schema } from "../schema/schema.ts";
import { type FieldError } from "../status/field-error.ts";
import { required } from "./problem.ts";

/** Reports fields and items in combinations that the schema itself lacks. */
export function completenessProblems(schema: Schema, path: string): FieldError[] {
  return ofCombinations(schema, schema, path, path);
}

/** @param part - a part, at `partPath`, whose content `schema`, at `path`, must have. */
function ofCombinations(part: Schema, schema: Schema, path: string, partPath: string): FieldError[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = part;
  return [
    ...(not === undefined ? [] : ofPart(not, schema, path, `${partPath}.not`)),
    ...allOf.flatMap((nested, index) => ofPart(nested, schema, path, `${partPath}.allOf[${index}]`)),
    ...anyOf.flatMap((nested, index) => ofPart(nested, schema, path, `${partPath}.anyOf[${index}]`)),
    ...oneOf.flatMap((nested, index) => ofPart(nested, schema, path, `${partPath}.oneOf[${index}]`)),
  ];
}

function ofPart(part: Schema, schema: Schema | undefined, path: string, partPath: string): FieldError[] {
  if (schema === undefined) return [required(path, `because it is defined in ${partPath}`)];
  const problems = ofCombinations(part, schema, path, partPath);
  if (part.items !== undefined) {
    problems.push(...ofPart(part.items, schema.items, `${path}.items`, `${partPath}.items`));
  }
  const { properties = {} } = schema;
  for (const [key, property] of Object.entries(part.properties ?? {})) {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    problems.push(...ofPart(property, own, `${path}.properties[${key}]`, `${partPath}.properties[${key}]`));
  }
  return problems;
}
