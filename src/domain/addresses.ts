import { MAX_URL_CHARACTERS } from './limits.ts';

export type AllowedHosts = ReadonlySet<string>;

/** Reads the same in German and English, and is not Markdown. */
export const OMISSION = '(…)';

const WEB =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/((?:[\p{L}\p{N}_-]{1,63}\.){0,30}[\p{L}\p{N}_-]{1,63})(?::\d{1,5})?(?:[/?#][^\s\p{C}\\`"<>[\]|{}^]*)?$/u;
const NESTED = /[a-z][a-z0-9+.-]{0,30}:[\\/]{2}|https?:[\\/]/gi;

/** Beginnings that programs may turn into links; addresses without a scheme only if they carry data or invite. */
const ANYWHERE = String.raw`[a-z][a-z0-9+.-]{0,30}:[\\/]{2}|https?:(?=[\\/]?[a-z0-9])|(?:javascript|vbscript|mailto):(?=\S)|data:(?=[,;]|[a-z]{1,20}\/)|www\d?\.(?=\S)|discord(?:app)?\.(?:gg|com\/invite)\/`;
const IN_PROSE = String.raw`(?<![\w:/\\])\/[\\/]+(?=[\w-]{1,63}\.)|(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?(?:\/[^\s?]{0,200})?\?[^\s=]{1,100}=`;
/** Every address leads, without white space, to one of these, which are faster to search for. */
const ANCHOR = String.raw`:[\\/]{2}|https?:|script:|mailto:|data:|www\d?\.|discord|\/[\\/]|\?[^\s=]{1,100}=`;
export const MAY_HOLD_ADDRESS = new RegExp(ANCHOR, 'i');
const ANCHORS = new RegExp(ANCHOR, 'gi');
const STARTS = new RegExp(`${ANYWHERE}|${IN_PROSE}`, 'gi');
const CODE_ADDRESS = new RegExp(ANYWHERE, 'gi');

const RUN_END = /[\s<>[\]|]/g;
const TRAILING = /[\p{Pf}\p{Pi}\p{Pe}\p{Ps}.,;:!?'"*_~…`]/u;

/**
 * Wraps a finder of the next place; it searches again only beyond the last place found. Without it a hostile answer
 * of 3,000 addresses takes 90 ms.
 * @param find returns an index, or the length of the text if there is none.
 */
export function rememberNext(
  find: (text: string, from: number) => number,
): (text: string, from: number) => number {
  let last = { text: '', from: 0, at: 0 };
  return (text, from) => {
    if (last.text !== text || from < last.from || from > last.at) last = { text, from, at: find(text, from) };
    return last.at;
  };
}

const nextRunEnd = rememberNext((text, from) => {
  RUN_END.lastIndex = from;
  return RUN_END.exec(text)?.index ?? text.length;
});

/** Hosts that a URL keeps unchanged; parsing one takes 2 µs. */
const SIMPLE_HOST = /^(?:(?!xn--)[a-z0-9-]{1,63}\.){1,30}[a-z]{2,63}$/i;

function isAllowedHost(host: string, allowed: AllowedHosts): boolean {
  const isSimple = SIMPLE_HOST.test(host);
  let name = isSimple ? host.toLowerCase() : (URL.parse(`http://${host}`)?.hostname ?? '');
  while (name !== '') {
    if (allowed.has(name)) return true;
    const dot = name.indexOf('.');
    name = dot === -1 ? '' : name.slice(dot + 1);
  }
  return false;
}

/**
 * Accepts a whole URL if it is plain http(s) without userinfo or ambiguous characters, and it and the URLs inside it
 * lead to an allowed host or subdomain.
 */
export function isAllowedUrl(url: string, allowed: AllowedHosts): boolean {
  if (url.length > MAX_URL_CHARACTERS) return false;
  const ownScheme = 'https://'.length;
  const nested = Array.from(url.slice(ownScheme).matchAll(NESTED), (match) => match.index + ownScheme);
  return [0, ...nested].every((start) => {
    const host = WEB.exec(url.slice(start))?.[1];
    return host !== undefined && isAllowedHost(host, allowed);
  });
}

function trimTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && TRAILING.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Tells whether the last address in it has no path, so that the text behind could be read as its host. */
function endsInHost(address: string): boolean {
  return !/[/?#]/.test(address.slice(address.lastIndexOf('//') + 2));
}

/** Behind the host an odd character ends the address; before that it makes the address invalid. */
function toCandidate(run: string): string {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]*/i.exec(run)?.[0].length ?? 0;
  const hostLength = run.slice(host).search(/[/?#]/);
  if (hostLength === -1) return trimTrailing(run);
  const odd = run.slice(host + hostLength).search(/[\\`"{}^]/);
  const cut = odd === -1 ? run : run.slice(0, host + hostLength + odd);
  return trimTrailing(endsInHost(cut) ? run : cut);
}

function toUrl(candidate: string, scheme: string | undefined): string {
  if (scheme !== undefined) return candidate;
  return candidate.startsWith('/') ? `http:${candidate}` : `http://${candidate}`;
}

/** Tells whether a reader that continues past the candidate would take it for the name before an @. */
function isUserinfo(text: string, candidate: string, end: number): boolean {
  return endsInHost(candidate) && /^[^\s/?#]{0,500}@/.test(text.slice(end, end + 501));
}

/**
 * Judges the address at `index`, where ADDRESS_START matched `start`.
 * Returns its replacement and the index after it.
 */
export function readAddress(
  text: string,
  index: number,
  start: string,
  allowed: AllowedHosts,
): { kept: string; end: number } {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(start)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return { kept: '', end: index + start.length };
  // Programs that link "xhttps://…" begin at the h.
  const from = index + (/^[a-z]*?(?=https?$)/.exec(scheme ?? '')?.[0].length ?? 0);
  const candidate = toCandidate(text.slice(from, nextRunEnd(text, from)));
  const end = from + candidate.length;
  const before = text.slice(index, from);
  if (isAllowedUrl(toUrl(candidate, scheme), allowed) && !isUserinfo(text, candidate, end)) {
    const touchesCode = endsInHost(candidate) && /^[^\s<`]{0,20}`/.test(text.slice(end, end + 21));
    return { kept: before + candidate + (touchesCode ? ' ' : ''), end };
  }
  return { kept: before + OMISSION, end: Math.max(end, index + start.length) };
}

/** The next place at `from` or after it where an address seems to start; null if there is none. */
export function findAddress(text: string, from: number): { index: number; start: string } | null {
  ANCHORS.lastIndex = from;
  const anchor = ANCHORS.exec(text);
  if (anchor === null) return null;
  let begin = anchor.index;
  // Other blanks only make the search begin earlier.
  const isBlank = (unit: number) => unit === 0x20 || unit === 0x0a;
  while (begin > from && !isBlank(text.charCodeAt(begin - 1))) begin -= 1;
  STARTS.lastIndex = begin;
  const found = STARTS.exec(text);
  return found && { index: found.index, start: found[0] };
}

/** Removes foreign addresses from code: people copy and run it, and not every reader recognises code. */
export function omitAddresses(code: string, allowed: AllowedHosts): string {
  if (!MAY_HOLD_ADDRESS.test(code)) return code;
  const pieces: string[] = [];
  let position = 0;
  CODE_ADDRESS.lastIndex = 0;
  for (let match = CODE_ADDRESS.exec(code); match !== null; match = CODE_ADDRESS.exec(code)) {
    const address = readAddress(code, match.index, match[0], allowed);
    pieces.push(code.slice(position, match.index), address.kept);
    position = address.end;
    CODE_ADDRESS.lastIndex = position;
  }
  return pieces.join('') + code.slice(position);
}

/** The lower-case ASCII hosts of the http(s) URLs in the texts; URLs with userinfo do not count. */
export function hostsIn(texts: readonly string[]): Set<string> {
  const found = texts.flatMap((text) => [
    ...text.matchAll(/https?:\/\/([\p{L}\p{N}_.-]{1,253})(?![\p{L}\p{N}_.-])(?!:?[^\s/?#]{0,100}@)/giu),
  ]);
  const hosts = found.map((match) => URL.parse(`http://${match[1]}`)?.hostname.replace(/\.$/, '') ?? '');
  return new Set(hosts.filter((host) => host !== ''));
}
