import { posix } from "node:path";
import { isJsonObject, type JsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import { Gunzip } from "../input/encodings.ts";
import { dataUrlBytes } from "./data-url.ts";
import { entriesAt, entriesOf, type Entry, requiredText } from "./ignition-document.ts";

/** A file, directory or link of `storage`. */
export interface IgnitionNode {
  readonly at: string;
  readonly path: string;
  /** A user by name or number; undefined if unset. */
  readonly user?: string;
  readonly group?: string;
  readonly mode?: number;
  /** Undefined if unset. */
  readonly overwrite?: boolean;
}

/** A part of a file. */
interface IgnitionContent {
  readonly at: string;
  /** Undefined if it must be downloaded. */
  readonly bytes: Buffer | undefined;
  readonly append: boolean;
}

/** A file of `storage.files`, with its contents in the order in which they are written. */
export interface IgnitionFile extends IgnitionNode {
  readonly contents: readonly IgnitionContent[];
}

/** A node, with the fields that only its kind has. */
export interface IgnitionEntry extends IgnitionNode {
  readonly fields: JsonObject;
}

/** The files of `storage.files` on the root file system. */
export function ignitionFiles(document: JsonObject): IgnitionFile[] {
  const gunzip = new Gunzip();
  return nodesAt(document, "files").map(({ fields, ...node }) => ({
    ...node,
    contents: contentsOf(node.at, fields, gunzip),
  }));
}

/** The directories or links of `storage`. */
export function nodesAt(document: JsonObject, list: "directories" | "files" | "links"): IgnitionEntry[] {
  return entriesAt(document, "storage", list).flatMap((entry) => (isOnRoot(entry) ? [nodeOf(entry)] : []));
}

/** Whether an entry of spec 2 is on the root file system, the only one of a container. */
export function isOnRoot({ fields }: Entry): boolean {
  return fields.filesystem === undefined || fields.filesystem === "" || fields.filesystem === "root";
}

function nodeOf(entry: Entry): IgnitionEntry {
  const { at, fields } = entry;
  const path = requiredText(entry, "path");
  if (!path.startsWith("/")) throw invalid(`${at}.path`, "must be an absolute path");
  const [user, group] = [ownerOf(fields.user), ownerOf(fields.group)];
  const { mode, overwrite } = fields;
  if (mode !== undefined && mode !== null && !isMode(mode)) throw invalid(`${at}.mode`, "must be a number up to 4095");
  return {
    at,
    fields,
    path: posix.normalize(path),
    ...(user === undefined ? {} : { user }),
    ...(group === undefined ? {} : { group }),
    ...(isMode(mode) ? { mode } : {}),
    ...(typeof overwrite === "boolean" ? { overwrite } : {}),
  };
}

function isMode(mode: unknown): mode is number {
  return typeof mode === "number" && Number.isInteger(mode) && mode >= 0 && mode <= 0o7777;
}

function ownerOf(owner: unknown): string | undefined {
  if (!isJsonObject(owner)) return undefined;
  if (typeof owner.name === "string" && owner.name !== "") return owner.name;
  return typeof owner.id === "number" ? String(owner.id) : undefined;
}

/** Spec 2 has a flag for the one content; spec 3 has a list of what is appended. */
function contentsOf(at: string, fields: JsonObject, gunzip: Gunzip): IgnitionContent[] {
  const flag = fields.append === true;
  const first = isJsonObject(fields.contents) ? [contentOf(`${at}.contents`, fields.contents, flag, gunzip)] : [];
  const appended = Array.isArray(fields.append)
    ? entriesOf(fields.append, `${at}.append`).map((entry) => contentOf(entry.at, entry.fields, true, gunzip))
    : [];
  return [...first, ...appended];
}

function contentOf(at: string, { source, compression }: JsonObject, append: boolean, gunzip: Gunzip): IgnitionContent {
  if (source !== undefined && source !== null && typeof source !== "string") {
    throw invalid(`${at}.source`, "must be a URL");
  }
  const url = typeof source === "string" && source !== "" ? source : "data:,";
  const bytes = dataUrlBytes(url, `${at}.source`);
  if (compression === undefined || compression === null || compression === "" || bytes === undefined) {
    return { at, bytes, append };
  }
  if (compression !== "gzip") throw invalid(`${at}.compression`, "must be gzip");
  return { at, bytes: gunzip.unpack(bytes, `${at}.source`), append };
}
