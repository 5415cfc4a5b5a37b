const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a string as content or attribute value, in HTML and XML. Control characters, which XML does not allow, are omitted. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, "").replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
