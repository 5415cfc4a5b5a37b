import { type IncomingMessage } from "node:http";

/** An acceptable media type, in the order of the client's preference. */
export interface MediaRange {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Clients send the same few headers with every request. */
const known = new Map<string, readonly MediaRange[]>();
const mostKnown = 64;

/** Parses an Accept header; quality values only exclude types that are not acceptable. */
export function parseAccept(header = ""): readonly MediaRange[] {
  const found = known.get(header);
  if (found !== undefined) return found;
  if (known.size >= mostKnown) known.clear();
  const ranges = rangesOf(header);
  known.set(header, ranges);
  return ranges;
}

function rangesOf(header: string): MediaRange[] {
  if (header.trim() === "") return [{ type: "*/*", parameters: {} }];
  return header
    .split(",")
    .map((part) => {
      const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      return { type, parameters: Object.fromEntries(parameters.map((pair) => splitPair(pair))) };
    })
    .filter(({ parameters }) => parameters.q !== "0");
}

export function wantsPretty(request: IncomingMessage, query: URLSearchParams): boolean {
  const pretty = query.get("pretty");
  if (pretty !== null) return pretty !== "false" && pretty !== "0";
  return /^(curl|Wget|Mozilla\/5\.0)/.test(request.headers["user-agent"] ?? "");
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}
