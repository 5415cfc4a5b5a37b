import type { Tone } from "../../src/page/protocol.ts";

/** A shape for each state, so that color alone never carries it. */
const shapes = {
  good: "M3 8.5 6.5 12 13 4.5",
  busy: "M8 3.5V8l3 2M14 8A6 6 0 1 1 8 2",
  bad: "M4 4l8 8M12 4l-8 8",
  paused: "M5.5 3.5v9M10.5 3.5v9",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 12.6v.1",
  right: "M6 3.5 10.5 8 6 12.5",
  down: "M3.5 6 8 10.5 12.5 6",
  close: "M4 4l8 8M12 4l-8 8",
  fault: "M8.8 1.8 3.5 9H8l-.8 5.2L12.5 7H8z",
} as const;

const meanings: Readonly<Record<Tone, string>> = {
  good: "well",
  busy: "in progress",
  bad: "error",
  paused: "paused",
  unknown: "unknown",
};

export function Icon({ shape }: { readonly shape: keyof typeof shapes }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[shape]} />
    </svg>
  );
}

/** The tone of an object: a shape, a color, and a word for users who see neither. */
export function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <span class={`tone tone-${tone}`}>
      <Icon shape={tone} />
      <span class="unseen">{meanings[tone]} </span>
    </span>
  );
}
