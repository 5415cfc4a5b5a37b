import { useLayoutEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const margin = 8;

/** The visible rows of a long list. */
export interface Viewport {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** The rows that fit into the view. */
  readonly pageRows: number;
  readonly rowHeight: number;
}

/**
 * Follows the visible rows of a list, so that only those are rendered.
 *
 * @param scroller - the element that scrolls.
 * @param rowHeightOf - in pixels, by the width of the scroller.
 */
export function useViewport(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  rowHeightOf: (width: number) => number,
): Viewport {
  const [{ top, height, width }, measure] = useState({ top: 0, height: 600, width: 1_000 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const read = (): void => {
      measure({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    read();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, []);
  const rowHeight = rowHeightOf(width);
  const pageRows = Math.max(1, Math.floor(height / rowHeight));
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), rows - pageRows) - margin);
  return { first, end: Math.min(rows, first + pageRows + 2 * margin + 1), pageRows, rowHeight };
}
