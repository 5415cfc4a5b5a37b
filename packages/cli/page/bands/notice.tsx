import { useEffect } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { usePage } from "../state/page.ts";

/** How long a completed action is shown; a refusal stays until it is closed. */
const shownMs = 6_000;

/** The result of the last action. */
export function NoticeLine() {
  const page = usePage();
  const notice = page.notice.value;
  const close = (): void => {
    page.notice.value = undefined;
  };
  useEffect(() => {
    if (notice === undefined || notice.isRefusal) return undefined;
    const timer = setTimeout(close, shownMs);
    return () => {
      clearTimeout(timer);
    };
  }, [notice]);
  return (
    <div class="notices" role="status">
      {notice !== undefined && (
        <p class={notice.isRefusal ? "notice is-refusal" : "notice"}>
          <Icon shape={notice.isRefusal ? "bad" : "good"} />
          <span>{notice.isRefusal ? `Not done: ${notice.sentence}` : notice.sentence}</span>
          <button type="button" class="plain" aria-label="Close" onClick={close}>
            <Icon shape="close" />
          </button>
        </p>
      )}
    </div>
  );
}
