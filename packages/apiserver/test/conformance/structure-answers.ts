const specAt = "spec.validation.openAPIV3Schema.properties[spec]";
const rootAt = "spec.validation.openAPIV3Schema";

/** kube-apiserver's messages about the schemas, one problem per line: field, reason, message. */
export const structureAnswers: Readonly<Record<string, readonly string[]>> = {
  "a schema as it should be": [],
  "a type that is missing": [
    `${specAt}.properties[a].type|FieldValueRequired|Required value: must not be empty for specified object fields`,
  ],
  "a type that there is not": [
    `${specAt}.properties[a].type|FieldValueNotSupported|Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"`,
  ],
  "items that are missing": [`${specAt}.properties[a].items|FieldValueRequired|Required value: must be specified`],
  "items without a type": [
    `${specAt}.properties[a].items.type|FieldValueRequired|Required value: must not be empty for specified array items`,
  ],
  "a reference": [`${specAt}.properties[a].$ref|FieldValueForbidden|Forbidden: $ref is not supported`],
  "unique items": [
    `${specAt}.properties[a].uniqueItems|FieldValueForbidden|Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
  ],
  "properties and additional properties": [
    `${specAt}.additionalProperties|FieldValueForbidden|Forbidden: additionalProperties and properties are mutual exclusive`,
  ],
  "a type in a combination": [
    `${specAt}.anyOf[0].properties[a].type|FieldValueForbidden|Forbidden: must be empty to be structural`,
  ],
  "a description in a combination": [
    `${specAt}.allOf[0].description|FieldValueForbidden|Forbidden: must be empty to be structural`,
  ],
  "a field that only a combination has": [],
  "a rule in a combination": [
    `${specAt}.allOf[0].x-kubernetes-validations|FieldValueForbidden|Forbidden: must be empty to be structural`,
  ],
  "a union that is not marked": [
    `${specAt}.properties[a].type|FieldValueRequired|Required value: must not be empty for specified object fields`,
  ],
  "a union that is marked twice": [],
  "a union that keeps unknown fields": [
    `${specAt}.properties[a].x-kubernetes-preserve-unknown-fields|FieldValueInvalid|Invalid value: true: must be false if x-kubernetes-int-or-string is true`,
  ],
  "unknown fields that are not kept": [
    `${specAt}.properties[a].x-kubernetes-preserve-unknown-fields|FieldValueInvalid|Invalid value: false: must be true or undefined`,
  ],
  "an embedded resource of nothing": [
    `${specAt}.properties[a].properties|FieldValueRequired|Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields`,
  ],
  "an embedded resource that is a string": [
    `${specAt}.properties[a].properties|FieldValueRequired|Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields`,
    `${specAt}.properties[a].type|FieldValueInvalid|Invalid value: "string": must be object if x-kubernetes-embedded-resource is true`,
  ],
  "a pattern that Go cannot read": [
    `${specAt}.properties[a].pattern|FieldValueInvalid|Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`(\``,
  ],
  "a default of another type": [
    `${specAt}.properties[a].default|FieldValueTypeInvalid|Invalid value: "integer":  in body must be of type string: "integer"`,
  ],
  "a default that is too long": [
    `${specAt}.properties[a].default|FieldValueTooLong|Too long: may not be more than 1 byte`,
  ],
  "a default with unknown fields": [
    `${specAt}.properties[a].default|FieldValueInvalid|Invalid value: {"c":"d"}: must not have unknown fields`,
  ],
  "a default that a rule refuses": [
    `${specAt}.properties[a].default|FieldValueInvalid|Invalid value: "a": failed rule: self == 'b'`,
  ],
  "a default that may not stay": [
    `${specAt}.properties[a].default|FieldValueInvalid|Invalid value: "a": failed rule: self != oldSelf`,
  ],
  "a default that may not be added": [
    `${specAt}.properties[a].default|FieldValueInvalid|Invalid value: "a": failed rule: oldSelf.hasValue()`,
  ],
  "a default that is fine": [],
  "a list type of something else": [
    `${specAt}.properties[a].type|FieldValueInvalid|Invalid value: "string": must be array if x-kubernetes-list-type is specified`,
  ],
  "a list type that there is not": [
    `${specAt}.properties[a].x-kubernetes-list-type|FieldValueNotSupported|Unsupported value: "bag": supported values: "atomic", "set", "map"`,
  ],
  "a map without keys": [
    `${specAt}.properties[a].x-kubernetes-list-map-keys|FieldValueRequired|Required value: must not be empty if x-kubernetes-list-type is map`,
  ],
  "a map with a key that its items do not need": [
    `${specAt}.properties[a].items.properties[b].default|FieldValueRequired|Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
  ],
  "a map with keys that are not there, twice": [
    `${specAt}.properties[a].x-kubernetes-list-map-keys|FieldValueInvalid|Invalid value: ["c","c"]: entries must all be names of item properties`,
    `${specAt}.properties[a].x-kubernetes-list-map-keys|FieldValueInvalid|Invalid value: ["c","c"]: entries must all be names of item properties`,
    `${specAt}.properties[a].x-kubernetes-list-map-keys|FieldValueInvalid|Invalid value: ["c","c"]: must not contain duplicate entries`,
  ],
  "keys of a list that is not a map": [
    `${specAt}.properties[a].x-kubernetes-list-type|FieldValueRequired|Required value: must be map if x-kubernetes-list-map-keys is non-empty`,
  ],
  "a set of objects": [
    `${specAt}.properties[a].items.x-kubernetes-map-type|FieldValueInvalid|Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set`,
  ],
  "a set that can have null": [
    `${specAt}.properties[a].items.nullable|FieldValueForbidden|Forbidden: cannot be nullable when x-kubernetes-list-type is set`,
  ],
  "a map type of something else": [
    `${specAt}.properties[a].type|FieldValueInvalid|Invalid value: "string": must be object if x-kubernetes-map-type is specified`,
  ],
  "a rule that is empty": [
    `${specAt}.properties[a].x-kubernetes-validations[0].rule|FieldValueRequired|Required value: rule is not specified`,
  ],
  "a rule of two lines without a message": [
    `${specAt}.properties[a].x-kubernetes-validations[0].message|FieldValueRequired|Required value: message must be specified if rule contains line breaks`,
  ],
  "a message of two lines": [
    `${specAt}.properties[a].x-kubernetes-validations[0].message|FieldValueInvalid|Invalid value: "a\\nb": must not contain line breaks`,
  ],
  "a reason that there is not": [
    `${specAt}.properties[a].x-kubernetes-validations[0].reason|FieldValueNotSupported|Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
  ],
  "a path that leads nowhere": [
    `${specAt}.properties[a].x-kubernetes-validations[0].fieldPath|FieldValueInvalid|Invalid value: ".c": must be a valid path`,
  ],
  "a path into a map": [],
  "oldSelf in a list": [
    `${specAt}.properties[a].items.x-kubernetes-validations[0].rule|FieldValueInvalid|Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${specAt}.properties[a]`,
  ],
  "an optional oldSelf that is not used": [
    `${specAt}.properties[a].x-kubernetes-validations[0].optionalOldSelf|FieldValueInvalid|Invalid value: true: may not be set if oldSelf is not used in rule`,
  ],
  "a rule that may cost too much": [
    `${specAt}.properties[a].x-kubernetes-validations[0].rule|FieldValueForbidden|Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    `${specAt}.properties[a].x-kubernetes-validations[0].rule|FieldValueForbidden|Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`,
    `${rootAt}|FieldValueForbidden|Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`,
  ],
  "a rule that may cost somewhat too much": [],
  "a rule that is cheap for one, in a list of many": [
    `${specAt}.properties[a].items.x-kubernetes-validations[0].rule|FieldValueForbidden|Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    `${specAt}.properties[a].items.x-kubernetes-validations[0].rule|FieldValueForbidden|Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`,
    `${rootAt}|FieldValueForbidden|Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`,
  ],
  "a message that may cost too much": [],
  "a type at the root": [`${rootAt}.type|FieldValueInvalid|Invalid value: "string": must be object at the root`],
  "no type at the root": [`${rootAt}.type|FieldValueRequired|Required value: must not be empty at the root`],
  "additional properties at the root": [
    `${rootAt}.additionalProperties|FieldValueForbidden|Forbidden: must not be used at the root`,
  ],
  "null at the root": [`${rootAt}.nullable|FieldValueForbidden|Forbidden: nullable cannot be true at the root`],
  "metadata that is restricted": [
    `${rootAt}.properties[metadata]|FieldValueForbidden|Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
  ],
  "metadata with a rule for names": [],
  "a default in metadata": [
    `${rootAt}.properties[metadata].properties[name].default|FieldValueForbidden|Forbidden: must not be set in top-level metadata`,
  ],
  "a kind that is not a string": [
    `${rootAt}.properties[kind].type|FieldValueInvalid|Invalid value: "integer": must be string`,
  ],
};
