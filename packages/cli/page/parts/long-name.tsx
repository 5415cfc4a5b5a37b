/** What of a name tells it from its siblings is at its end. */
const kept = 7;

/** A name that, where there is no room for it, loses its middle. */
export function LongName({ name }: { readonly name: string }) {
  return (
    <span class="name" title={name}>
      <span class="name-begin">{name.slice(0, -kept)}</span>
      <span class="name-end">{name.slice(-kept)}</span>
    </span>
  );
}
