import { Type, type TObject } from "typebox";
import type { ProviderRole } from "./contract-fields.ts";
import { contractSpecProperties, contractStatusProperties } from "./contract-schemas.ts";
import type { ProviderVersion } from "./definition.ts";

/** The complete schemas of one API version: the author's fields and the contract's. */
export interface VersionSchemas {
  readonly spec: TObject;
  readonly status: TObject;
  /** Of the Template kind. Fields that concern one object only, such as providerID, are left out (rule BT-004). */
  readonly templateSpec: TObject;
}

/** Adds the contract's fields to what the author declared. */
export function versionSchemas(role: ProviderRole, version: ProviderVersion): VersionSchemas {
  const own = version.spec;
  const ownStatus: TObject = version.status ?? Type.Object({});
  return {
    spec: describe(merge(own, contractSpecProperties(role, version.contract)), "What the object shall be."),
    status: describe(
      // An author's status fields come one by one, as they become known: none may be required.
      Type.Partial(merge(ownStatus, contractStatusProperties(role, version.contract))),
      "What the object is.",
    ),
    templateSpec: templateSpec(own, version),
  };
}

function merge(own: TObject, contract: TObject["properties"]): TObject {
  return { ...own, properties: { ...own.properties, ...contract } };
}

function describe(schema: TObject, description: string): TObject {
  const described = { description };
  return { ...described, ...withDefault(schema) };
}

/** Lets the API server fill in a spec that was left out, if every required field has a default. */
function withDefault(schema: TObject): TObject {
  // TypeBox leaves `required` out when nothing is.
  const { required = [] }: { readonly required?: readonly string[] } = schema;
  const fillable = required.every((name) => "default" in (schema.properties[name] ?? {}));
  const empty = { default: {} };
  return fillable ? { ...empty, ...schema } : schema;
}

function templateSpec(own: TObject, { contract }: ProviderVersion): TObject {
  const stringMap = (description: string) => Type.Optional(Type.Record(Type.String(), Type.String(), { description }));
  const metadata = Type.Object(
    {
      labels: stringMap("Labels of the objects made from the template."),
      annotations: stringMap("Annotations of the objects made from the template."),
    },
    {
      ...(contract === "v1beta2" ? { minProperties: 1 } : {}),
      description: "Metadata of the objects made from the template.",
    },
  );
  return Type.Object(
    {
      template: Type.Object(
        { metadata: Type.Optional(metadata), spec: describe(own, "What the objects made from the template shall be.") },
        { description: "The objects to make." },
      ),
    },
    { description: "What the template shall be." },
  );
}
