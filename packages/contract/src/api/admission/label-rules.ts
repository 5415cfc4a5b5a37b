import { longestSubdomain, mostAnnotationBytes } from "@capstan/kube";
import { type CelRule } from "../../kubernetes/structural-schema.ts";
import { type AdmissionRule } from "./admission-rule.ts";

/** A value of a label. */
export const labelValue = { pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$", maxLength: 63 };

// Short, since the estimated cost of a rule grows with its pattern, and maps of labels have no bound. Dots and dashes of the prefix
// stand between letters and digits, a dot alone; the name has at most 63 characters.
const keyPattern = String.raw`^([a-z0-9]+((-+|\.)[a-z0-9]+)*/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$`;

const isKey = (key: string) => `${key}.matches(r'${keyPattern}') && ${key}.indexOf('/') <= ${longestSubdomain}`;
const message = "a key must be a qualified name, such as example.com/name";

/** A key that a label can have. */
export const labelKey: CelRule = { rule: isKey("self"), message };

/** The keys of a map of labels. */
export const labelKeys: CelRule = { rule: `self.all(key, ${isKey("key")})`, message };

// Upstream looks at keys of annotations as if they were written in small letters.
const annotationKeys: CelRule = { rule: `self.all(key, ${isKey("key.lowerAscii()")})`, message };

// CEL counts characters; what has more bytes than characters is refused when an object is made of the template.
const annotationSize: CelRule = {
  rule: `self.map(key, key.size() + self[key].size()).sum() <= ${mostAnnotationBytes}`,
  message: `must have at most ${mostAnnotationBytes} characters in total`,
};

/** What a template gives to objects are labels and annotations that the API server will take. */
export function templateMetadataRules(at: string): readonly AdmissionRule[] {
  return [
    { at: `${at}.labels`, rules: [labelKeys] },
    { at: `${at}.labels{}`, bounds: labelValue },
    { at: `${at}.annotations`, rules: [annotationKeys, annotationSize] },
  ];
}
