import type { ThrownError } from "../../src/page/protocol.ts";

/** A thrown error: its message, the line of the author's file, and the surrounding lines. */
export function ThrownErrorView({ error }: { readonly error: ThrownError }) {
  const { name, message, source, stack } = error;
  return (
    <div class="thrown">
      <p class="thrown-message">
        <strong>{name}</strong>: {message}
      </p>
      {source !== undefined && (
        <figure class="source">
          <figcaption>
            {source.file}:{source.line}
          </figcaption>
          <pre tabIndex={0} aria-label={`${source.file}, around line ${source.line}`}>
            {source.excerpt.map(({ line, text }) => (
              <span key={line} class={line === source.line ? "source-line is-marked" : "source-line"}>
                <span class="line-number">
                  {line === source.line ? "▶ " : "  "}
                  {String(line).padStart(4)}
                </span>
                {`  ${text}`}
              </span>
            ))}
          </pre>
        </figure>
      )}
      {stack.length > 0 && (
        <details>
          <summary>Stack</summary>
          <pre class="stack" tabIndex={0}>
            {stack.join("\n")}
          </pre>
        </details>
      )}
    </div>
  );
}
