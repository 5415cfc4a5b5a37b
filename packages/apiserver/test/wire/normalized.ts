import { isJsonObject, without } from "@capstan/kube";
import { load } from "js-yaml";
import type { Answer } from "../conformance/target.ts";

/** What a client sees of an answer, without what differs from one server and one moment to the next. */
export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const shownHeaders = ["content-type", "allow", "warning", "retry-after", "location", "x-content-type-options"];

/** Values that no two servers have in common, by the field that holds them. */
const own: Readonly<Record<string, string>> = {
  uid: "<uid>",
  resourceVersion: "<version>",
  creationTimestamp: "<time>",
  deletionTimestamp: "<time>",
  time: "<time>",
  continue: "<token>",
};

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export function normalized({ status, headers, body, text }: Answer, hosts: readonly string[]): Seen {
  const isYaml = headers["content-type"] === "application/yaml";
  const content = strip(isYaml ? load(text) : body);
  const shown = hosts.reduce((all, host) => all.replaceAll(host, "<host>"), JSON.stringify(content ?? ""));
  return {
    status,
    headers: Object.fromEntries(shownHeaders.flatMap((name) => (name in headers ? [[name, headers[name]]] : []))),
    body: JSON.parse(
      shown.replaceAll(uuid, "<uid>").replaceAll(/\(\d+\)(?=\. The object might)/g, "(<version>)"),
    ) as unknown,
  };
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => {
      // The embedded server has no descriptions of built-in fields.
      if (key === "columnDefinitions" && Array.isArray(member)) return [key, member.map(undescribed)];
      const placeholder = own[key];
      const isOwn = placeholder !== undefined && typeof member === "string" && member !== "" && member !== "0";
      return [key, isOwn ? placeholder : strip(member)];
    }),
  );
}

function undescribed(column: unknown): unknown {
  return isJsonObject(column) ? without(column, "description") : column;
}
