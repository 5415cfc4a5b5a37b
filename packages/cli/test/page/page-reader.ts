import type { Action, Details, Row, Update } from "../../src/page/protocol.ts";

type Snapshot = Extract<Update, { type: "snapshot" }>;

/** The state of a browser that shows the page at this URL. */
export class PageReader implements AsyncDisposable {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ended = new AbortController();
  #wake: () => void = () => undefined;
  /** The state after all updates. */
  state: Snapshot | undefined;
  /** All received updates, in order. */
  readonly updates: Update[] = [];
  isConnected = false;

  private constructor(url: string) {
    const { origin, hash } = new URL(url);
    this.#base = origin;
    this.#headers = { authorization: `Bearer ${hash.slice(1)}` };
  }

  /** @param url - with its token, as printed. */
  static async open(url: string): Promise<PageReader> {
    const reader = new PageReader(url);
    void reader.#read();
    await reader.until(({ rows }) => Array.isArray(rows));
    return reader;
  }

  rows(): ReadonlyMap<string, Row> {
    return new Map((this.state?.rows ?? []).map((row) => [row.id, row]));
  }

  /** The row of this kind and name. */
  row(kind: string, name: string): Row | undefined {
    return this.state?.rows.find((row) => row.kind === kind && row.name === name);
  }

  /** Resolves with the result of `found` for the state, once it is defined. */
  async until<T>(found: (state: Snapshot) => T | undefined | false): Promise<T> {
    for (;;) {
      const value = this.state === undefined ? undefined : found(this.state);
      if (value !== undefined && value !== false) return value;
      if (this.#ended.signal.aborted) throw new Error("the page was closed before it showed what was waited for");
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async details(id: string): Promise<Details> {
    const response = await this.get(`/api/object?id=${encodeURIComponent(id)}`);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Details;
  }

  get(path: string, headers: Readonly<Record<string, string>> = this.#headers): Promise<Response> {
    return fetch(`${this.#base}${path}`, { headers });
  }

  /** @returns the status, and the message of a rejection. */
  async act(action: Action): Promise<{ readonly status: number; readonly message?: string }> {
    const body = JSON.stringify(action);
    const response = await fetch(`${this.#base}/api/actions`, { method: "POST", headers: this.#headers, body });
    const text = await response.text();
    return { status: response.status, ...(text === "" ? {} : (JSON.parse(text) as { message: string })) };
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    this.#wake();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    try {
      const { signal } = this.#ended;
      const response = await fetch(`${this.#base}/api/stream`, { headers: { ...this.#headers }, signal });
      this.isConnected = true;
      let text = "";
      for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        const messages = (text + chunk).split("\n\n");
        text = messages.pop() ?? "";
        for (const message of messages) this.#received(message);
      }
    } catch {
      // The server or this reader has closed.
    }
    this.isConnected = false;
    this.#wake();
  }

  #received(message: string): void {
    if (!message.startsWith("data: ")) return;
    const update = JSON.parse(message.slice("data: ".length)) as Update;
    this.updates.push(update);
    this.state = update.type === "snapshot" ? update : this.state && changed(this.state, update);
    this.#wake();
  }
}

function changed(state: Snapshot, update: Exclude<Update, Snapshot>): Snapshot {
  switch (update.type) {
    case "rows": {
      const rows = new Map(state.rows.map((row) => [row.id, row]));
      for (const id of update.removed) rows.delete(id);
      for (const row of update.changed) rows.set(row.id, row);
      return { ...state, rows: [...rows.values()] };
    }
    case "reconciles":
      return { ...state, reconciles: [...state.reconciles, ...update.reconciles] };
    case "provider":
      return { ...state, provider: update.provider };
    case "faults":
      return { ...state, faults: update.faults };
  }
}
