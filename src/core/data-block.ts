/** JSON that cannot close the block it stands in. */
export function toData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}
