/** Facts for machines. A data block, no script: the content policy lets it be. `<` is escaped so that no text can end it. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with < escaped, see above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
