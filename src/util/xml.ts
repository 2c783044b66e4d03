/** Text in XML and HTML. */

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** XML has no place for control characters, not even as entities. */
export function xmlText(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 excludes.
  return escapeXml(raw.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "?"));
}
