import { jsonEqual, objectAt, without } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, forbiddenAt, invalidAt, required, tooLong } from "../../../status/field-error.ts";
import { type KindRules, text } from "./cells.ts";

export const secretRules: KindRules = {
  prepareForCreate: encodeStringData,
  prepareForUpdate: encodeStringData,
  validate: (object, previous) => [
    ...checkKeys(object, "data"),
    ...(bytesIn(object, "data") > maxBytes ? [tooLong("data", maxBytes)] : []),
    ...checkContent(object),
    ...checkImmutable(object, previous),
    ...checkSecretType(object, previous),
  ],
  cells: { Type: text("type"), Data: (object) => Object.keys(objectAt(object, "data") ?? {}).length },
};

/** The limit of the values of a ConfigMap or Secret. */
const maxBytes = 1024 * 1024;

/** The bytes of the values in a field whose values are strings, or base64 in a Secret and in binaryData. */
function bytesIn(object: ApiObject, field: "data" | "binaryData", encoding: "utf8" | "base64" = "base64"): number {
  const values = Object.values(objectAt(object, field) ?? {});
  return values.reduce(
    (sum: number, value) => sum + Buffer.byteLength(typeof value === "string" ? value : "", encoding),
    0,
  );
}

/** The required keys of a Secret, by type. */
const contents: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
  "kubernetes.io/dockercfg": [".dockercfg"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
};

function checkContent(object: ApiObject): FieldError[] {
  const data = objectAt(object, "data") ?? {};
  const missing = (contents[String(object.type)] ?? []).filter((key) => !(key in data));
  return missing.map((key) => required(`data[${key}]`));
}

const keyPattern = "[-._a-zA-Z0-9]+";
const isKey = new RegExp(`^${keyPattern}$`);
const keyRule = `a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '${keyPattern}')`;

function checkKeys(object: ApiObject, field: string): FieldError[] {
  return Object.keys(objectAt(object, field) ?? {}).flatMap((key): FieldError[] =>
    isKey.test(key) ? [] : [invalidAt(`${field}[${key}]`, key, keyRule)],
  );
}

function encodeStringData(object: ApiObject): ApiObject {
  const plain = objectAt(object, "stringData");
  if (plain === undefined) return object;
  const encoded = Object.entries(plain).map(([key, value]) => [key, Buffer.from(String(value)).toString("base64")]);
  return { ...without(object, "stringData"), data: { ...objectAt(object, "data"), ...Object.fromEntries(encoded) } };
}

function checkSecretType(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous === undefined || previous.type === object.type) return [];
  return [invalidAt("type", object.type, "field is immutable")];
}

function checkImmutable(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous?.immutable !== true) return [];
  const detail = "field is immutable when `immutable` is set";
  const errors: FieldError[] = object.immutable === true ? [] : [forbiddenAt("immutable", detail)];
  for (const field of ["data", "binaryData"]) {
    if (!jsonEqual(object[field], previous[field])) errors.push(forbiddenAt(field, detail));
  }
  return errors;
}

function checkTwice(object: ApiObject): FieldError[] {
  const binary = objectAt(object, "binaryData") ?? {};
  return Object.keys(objectAt(object, "data") ?? {}).flatMap((value): FieldError[] =>
    Object.hasOwn(binary, value) ? [invalidAt(`data[${value}]`, value, "duplicate of key present in binaryData")] : [],
  );
}

/** The error is about the whole object, which the API server calls []. */
function checkSize(object: ApiObject): FieldError[] {
  const isTooLong = bytesIn(object, "data", "utf8") + bytesIn(object, "binaryData") > maxBytes;
  return isTooLong ? [tooLong("[]", maxBytes)] : [];
}

export const configMapRules: KindRules = {
  validate: (object, previous) => [
    ...checkKeys(object, "data"),
    ...checkKeys(object, "binaryData"),
    ...checkTwice(object),
    ...checkSize(object),
    ...checkImmutable(object, previous),
  ],
  cells: {
    Data: (object) =>
      Object.keys(objectAt(object, "data") ?? {}).length + Object.keys(objectAt(object, "binaryData") ?? {}).length,
  },
};
