import { longestSubdomain, mostAnnotationBytes } from "@capstan/kube";
import { type CelRule } from "../../kubernetes/structural-schema.ts";
import { type AdmissionRule } from "./admission-rule.ts";

/** The bounds of a label value. */
export const labelValue = { pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$", maxLength: 63 };

// Short, because the estimated cost of a rule grows with its pattern, and maps of labels are unbounded. Dots and dashes of the prefix stand
// between letters and digits, and dots stand alone; the name has at most 63 characters.
const keyPattern = String.raw`^([a-z0-9]+((-+|\.)[a-z0-9]+)*/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$`;

const isKey = (key: string) => `${key}.matches(r'${keyPattern}') && ${key}.indexOf('/') <= ${longestSubdomain}`;
const message = "a key must be a qualified name, such as example.com/name";

/** The rule for a label key. */
export const labelKey: CelRule = { rule: isKey("self"), message };

/** The rule for the keys of a map of labels. */
export const labelKeys: CelRule = { rule: `self.all(key, ${isKey("key")})`, message };

// Cluster API lowercases annotation keys before it validates them.
const annotationKeys: CelRule = { rule: `self.all(key, ${isKey("key.lowerAscii()")})`, message };

// CEL counts characters. Annotations with more bytes than characters may be refused when an object is created from the template.
const annotationSize: CelRule = {
  rule: `self.map(key, key.size() + self[key].size()).sum() <= ${mostAnnotationBytes}`,
  message: `must have at most ${mostAnnotationBytes} characters in total`,
};

/** The rules for labels and annotations in a template, so that the API server accepts them on objects created from it. */
export function templateMetadataRules(at: string): readonly AdmissionRule[] {
  return [
    { at: `${at}.labels`, rules: [labelKeys] },
    { at: `${at}.labels{}`, bounds: labelValue },
    { at: `${at}.annotations`, rules: [annotationKeys, annotationSize] },
  ];
}
