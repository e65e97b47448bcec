/** JSON that cannot close the block it stands in. */
export function toData(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('<') && !json.includes('>')) return json;
  return json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}
