/** The end of a name distinguishes it from its siblings. */
const kept = 7;

/** A name that is shortened in the middle if there is too little room. */
export function LongName({ name }: { readonly name: string }) {
  return (
    <span class="name" title={name}>
      <span class="name-begin">{name.slice(0, -kept)}</span>
      <span class="name-end">{name.slice(-kept)}</span>
    </span>
  );
}
