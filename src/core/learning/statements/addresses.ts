/** With a scheme or without: whatever a reader could follow. */
const ADDRESS =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`|)\]]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:][^\s<>"'`|)\]]*)?/giu;

/** The addresses of a text, with a scheme or without, as they can be compared. */
export function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).map((address) =>
    address
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?|^www\./, '')
      .replace(/[.,;:!?…*_~/]+$/u, ''),
  );
}

/** Their hosts. */
export function hostsOf(text: string): Set<string> {
  return new Set(
    addressesIn(text).map(
      (address) => address.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').split(/[/?#:]/)[0] ?? '',
    ),
  );
}
