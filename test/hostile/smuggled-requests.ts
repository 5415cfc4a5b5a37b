import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect } from "node:tls";

/** The parts of a request that may hide another. */
export interface Disguise {
  /** Method of the visible request: `POST /metrics`. */
  readonly method: string;
  readonly path: string;
  /** Its headers, as lines, except those that delimit its body. */
  readonly headers: readonly string[];
  /** The hidden request, complete. */
  readonly hidden: string;
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const last = "0\r\n\r\n";

/** Bytes that some servers and proxies read as one request and others as two, by their fault. */
export function smuggledRequests({ method, path, headers, hidden }: Disguise): readonly (readonly [string, string])[] {
  const start = (line = `${method} ${path} HTTP/1.1`): string => [line, "Host: x", ...headers].join("\r\n");
  const withHeaders = (lines: string, body: string): string => `${start()}\r\n${lines}\r\n\r\n${body}`;
  const length = (value: string): string => withHeaders(`Content-Length: ${value}`, hidden);
  const coded = (line: string): string => withHeaders(line, `${last}${hidden}`);
  const chunked = (body: string): string => withHeaders("Transfer-Encoding: chunked", body);
  const line = (text: string): string => `${start(text)}\r\n\r\n${hidden}`;
  const size = hidden.length;
  return [
    // The end of the body
    ["a length and chunks", withHeaders("Content-Length: 5\r\nTransfer-Encoding: chunked", `${last}${hidden}`)],
    ["chunks and a length", withHeaders(`Transfer-Encoding: chunked\r\nContent-Length: ${size}`, `${last}${hidden}`)],
    ["chunks and no length", withHeaders("Transfer-Encoding: chunked\r\nContent-Length: 0", `${last}${hidden}`)],
    ["two lengths", withHeaders(`Content-Length: 0\r\nContent-Length: ${size}`, hidden)],
    ["two lengths, the other way around", withHeaders(`Content-Length: ${size}\r\nContent-Length: 0`, hidden)],
    ["one length twice", withHeaders("Content-Length: 0\r\nContent-Length: 0", hidden)],
    ...["0, 0", `0, ${size}`, "+0", "-1", "0x0", "0 0", "0;", "", " ", "1e1", "٠", `${2n ** 64n}`, "9".repeat(400)].map(
      (value) => [`the length ${JSON.stringify(value).slice(0, 30)}`, length(value)] as const,
    ),
    ["a space before the colon of the length", withHeaders("Content-Length : 0", hidden)],
    ["a length that is folded", withHeaders(`Content-Length:\r\n 0`, hidden)],
    ["a length that goes on in a folded line", withHeaders(`Content-Length: 0\r\n ${size}`, hidden)],
    ["a length after a folded line", withHeaders(`X: a\r\n b\r\nContent-Length : 0`, hidden)],
    ["a length after a bare line feed", withHeaders(`X: a\nContent-Length: 0`, hidden)],
    ["a length after a bare carriage return", withHeaders(`X: a\rContent-Length: 0`, hidden)],
    ["a length after a NUL", withHeaders(`X: a\0Content-Length: 0`, hidden)],
    ["a name with an underscore", withHeaders(`Content_Length: 0\r\nTransfer_Encoding: chunked`, "") + hidden.slice(1)],
    ...[
      "Transfer-Encoding : chunked",
      "Transfer-Encoding: xchunked",
      "Transfer-Encoding: chunked, identity",
      "Transfer-Encoding: identity, chunked, identity",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
      "Transfer-Encoding: \x0bchunked",
      "Transfer-Encoding: chunked\x0b",
      "Transfer-Encoding: \0chunked",
      'Transfer-Encoding: "chunked"',
      "Transfer-Encoding: chunked;q=1",
      "Transfer-Encoding:\r\n chunked",
      "Transfer-Encoding: identity",
      " Transfer-Encoding: chunked",
      "\0Transfer-Encoding: chunked",
      "Transfer-Encoding\0: chunked",
      "X: a\nTransfer-Encoding: chunked",
      "X: a\rTransfer-Encoding: chunked",
      `Transfer-Encoding: chunked\r\nContent-Length : ${size}`,
    ].map((text) => [JSON.stringify(text), coded(text)] as const),
    // Chunks
    ...["-1", "+0", "0x0", " 0", "0 ", "g", "", "10000000000000000", "F".repeat(17)].map(
      (text) => [`a chunk of the size ${JSON.stringify(text)}`, chunked(`${text}\r\n\r\n${hidden}`)] as const,
    ),
    ["the size of a chunk that ends with a bare line feed", chunked(`0\n\n${hidden}`)],
    ["the size of a chunk that ends with a bare carriage return", chunked(`0\r\r${hidden}`)],
    ["an extension of a chunk with a line feed", chunked(`1;a\n0\r\n\r\n${hidden}`)],
    ["an extension of a chunk that is quoted over lines", chunked(`0;a="\r\n\r\n${hidden}"\r\n\r\n`)],
    ["an extension of a chunk with a NUL", chunked(`0;\0\r\n\r\n${hidden}`)],
    ["a very long extension of a chunk", chunked(`0;${"a".repeat(64 * 1024)}\r\n\r\n${hidden}`)],
    ["a chunk that is longer than it says", chunked(`1\r\nab\r\n${last}${hidden}`)],
    ["a chunk without an end of line", chunked(`1\r\na${last}${hidden}`)],
    [
      "a trailer with a length",
      chunked(`0\r\nContent-Length: ${size}\r\n\r\n`) + hidden.replace("HTTP/1.1", "HTTP/1.9"),
    ],
    ["a trailer with a space before its colon", chunked(`0\r\nX : a\r\n\r\n${hidden}`)],
    ["a trailer with a bare line feed", chunked(`0\r\nX: a\n\n${hidden}`)],
    // A body that is a request, refused or complete
    ["a body that is a request, and its right length", length(String(size))],
    ["a chunk that is a request", chunked(`${chunk(hidden)}${last}`)],
    ["a body that is announced and goes on", withHeaders(`Content-Length: ${size}\r\nExpect: 100-continue`, hidden)],
    ["an expectation that no one has", withHeaders(`Content-Length: ${size}\r\nExpect: more`, hidden)],
    // Lines that parsers read differently
    ...[
      `${method} ${path}`,
      `${method} ${path} HTTP/0.9`,
      `${method} ${path} HTTP/1.2`,
      `${method} ${path} HTTP/2.0`,
      `${method} ${path} http/1.1`,
      `${method} ${path} HTTP/1.1 HTTP/1.1`,
      `${method} ${path}\0 HTTP/1.1`,
      `${method} ${path}\x7f HTTP/1.1`,
      `${method}\t${path}\tHTTP/1.1`,
      `${method}\0 ${path} HTTP/1.1`,
      `${method.toLowerCase()} ${path} HTTP/1.1`,
      `X${method} ${path} HTTP/1.1`,
      `CONNECT ${path} HTTP/1.1`,
      "CONNECT 127.0.0.1:1 HTTP/1.1",
      ` ${method} ${path} HTTP/1.1`,
      `${method} ${path.slice(1)} HTTP/1.1`,
      `${method} ${path}\nX: a HTTP/1.1`,
    ].map((text) => [JSON.stringify(text), line(text)] as const),
    ["the preface of HTTP/2", `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ["no Host", `${method} ${path} HTTP/1.1\r\nContent-Length: ${size}\r\n\r\n${hidden}`],
    ["a header of 20 KiB", withHeaders(`X: ${"a".repeat(20 * 1024)}`, hidden)],
  ];
}

/** Sends exactly these bytes. @returns the whole response until the server ends the connection. */
export async function answerTo(port: number, bytes: string, scheme: "http" | "https" = "https"): Promise<string> {
  const plain = connectPlain({ host: "127.0.0.1", port });
  const socket: Socket = scheme === "http" ? plain : connect({ socket: plain, rejectUnauthorized: false });
  let text = "";
  socket.on("error", () => undefined).on("data", (part: Buffer) => (text += part.toString()));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, scheme === "http" ? "connect" : "secureConnect");
  socket.end(bytes);
  await closed;
  return text;
}

/** The statuses in a response. */
export function statusesIn(answer: string): readonly number[] {
  return [...answer.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
}
