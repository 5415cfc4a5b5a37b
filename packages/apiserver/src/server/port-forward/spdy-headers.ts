import { constants, createDeflate, createInflate, type Deflate, type Inflate } from "node:zlib";

/** The compression dictionary of SPDY/3 headers: words with their lengths, then other strings. */
const spdyDictionary = Buffer.concat([
  ...(
    "options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow " +
    "authorization cache-control connection content-base content-encoding content-language content-length " +
    "content-location content-md5 content-range content-type date etag expect expires from host if-match " +
    "if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma " +
    "proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade " +
    "user-agent vary via warning www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie " +
    "keep-alive origin"
  )
    .split(" ")
    .map((word) => withLength(word.replace("_", " "))),
  Buffer.from(
    "100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505" +
      "203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized" +
      "403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service Unavailable" +
      "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMT" +
      "chunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain," +
      "text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.",
  ),
]);

function withLength(word: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(word.length);
  return Buffer.concat([length, Buffer.from(word)]);
}

/** The compressed headers of one SPDY/3 connection. Each direction is a single zlib stream, so blocks are read and written in order. */
export class SpdyHeaders {
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary, flush: constants.Z_SYNC_FLUSH });
  readonly #deflate: Deflate = createDeflate({ dictionary: spdyDictionary });

  /** @throws Error the block is not a zlib stream, or ends too early. */
  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    await new Promise<void>((resolve, reject) => {
      this.#inflate.once("error", reject);
      this.#inflate.write(block, () => {
        this.#inflate.off("error", reject);
        resolve();
      });
    });
    return parse(taken(this.#inflate));
  }

  /** A block without headers, which is sufficient for all answers here. */
  async writeNone(): Promise<Buffer> {
    this.#deflate.write(Buffer.alloc(4));
    await new Promise<void>((resolve) => {
      this.#deflate.flush(constants.Z_SYNC_FLUSH, resolve);
    });
    return taken(this.#deflate);
  }

  close(): void {
    this.#inflate.destroy();
    this.#deflate.destroy();
  }
}

function taken(stream: Inflate | Deflate): Buffer {
  return (stream.read() as Buffer | null) ?? Buffer.alloc(0);
}

function parse(plain: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 4;
  const text = (): string => {
    const end = at + 4 + plain.readUInt32BE(at);
    const value = plain.toString("latin1", at + 4, end);
    at = end;
    return value;
  };
  for (let left = plain.readUInt32BE(0); left > 0; left -= 1) headers.set(text(), text());
  return headers;
}
