/**
 * One spelling of a percent-encoded path (RFC 3986, 6.2.2): what needs no encoding is plain, the rest in
 * capitals. `/%70rivate/` is `/private/`, whatever a link says.
 */
export function normaliseEncoding(path: string): string {
  return path.toWellFormed().replace(/%[0-9a-f]{2}|[^\x21-\x7e]/giu, (part) => {
    if (!part.startsWith('%')) return encodeURIComponent(part);
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : part.toUpperCase();
  });
}
