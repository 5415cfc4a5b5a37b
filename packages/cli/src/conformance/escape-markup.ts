const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A string as text or as the value of an attribute, in HTML and XML; control characters, which XML does not have, are left out. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, "").replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
