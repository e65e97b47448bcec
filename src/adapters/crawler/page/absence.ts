import type { PageFault } from '../../../domain/errors.ts';
import { isQuestion } from '../../../domain/markdown/sentences.ts';
import type { Block } from '../../html/blocks.ts';
import { type Element, elementsOf, setOf, wordsOf } from '../../html/tree.ts';
import { scriptsIn } from '../questions/structured-data.ts';
import { isInvisible } from '../questions/title.ts';
import { type PageHead, toWebAddress } from './head.ts';

/** Signs that a site shows this page in place of the one that was asked for. */
export interface AbsenceSigns {
  absence: Extract<PageFault, 'sign_in' | 'robot_check' | 'not_found' | 'maintenance'> | null;
  /** It says so little that it may be what the site shows for anything. */
  isTiny: boolean;
  /** It has little but a field or two to fill in: whoever was sent here is to sign in. */
  isForm: boolean;
  refresh: string | null;
}

const TINY = 400;
const MAX_LINKS = 2;
export const HAS_SCRIPT = /<script\b/i;
/** Scripts of services that tell people from robots, by their addresses. */
const CHALLENGE =
  /\/cdn-cgi\/challenge-platform|challenges\.cloudflare\.com|\.within\.website\/|_Incapsula_Resource|captcha-delivery\.com|\.awswaf\.com|ddos-guard|hcaptcha\.com|\/recaptcha\/|perimeterx|px-cloud\.net/i;

/** @param html the page as it came, for what the tree leaves out. */
export function readAbsence(
  html: string,
  { root, head, blocks, url }: { root: Element; head: PageHead; blocks: readonly Block[]; url: string },
  refreshHeader: string | null,
): AbsenceSigns {
  const isTiny = lettersOf(blocks) < TINY && blocks.every(({ kind }) => kind !== 'list');
  const fields = [...fieldsIn(root, false)];
  const texts = fields.filter(({ attributes }) => TEXT_FIELDS.has((attributes.type || 'text').toLowerCase()));
  const isForm = isTiny && texts.length > 0 && texts.length < 3 && !/<textarea\b/i.test(html);
  const links = head.links.filter((link) => new URL(link).host === new URL(url).host);
  const isAlone = isTiny && texts.length === 0 && links.length <= MAX_LINKS;
  const meta = readRefresh(refreshHeader ?? head.refresh, head.baseUrl, isTiny);
  const isReload = meta === url || /\blocation\.reload\(/.test(html);
  let absence: AbsenceSigns['absence'] = isTiny ? statusOf(head.title, blocks) : null;
  if (isForm && fields.some(isSignIn)) absence = 'sign_in';
  else if (isAlone && isCheck(html, isReload || !head.isIndexable)) absence = 'robot_check';
  const refresh = meta ?? (isTiny ? readScript(html, head.baseUrl) : null);
  return { absence, isTiny, isForm, refresh: refresh === url ? null : refresh };
}

function lettersOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'heading' ? 0 : block.markdown.length), 0);
}

function isCheck(html: string, isWaiting: boolean): boolean {
  return HAS_SCRIPT.test(html) && (isWaiting || CHALLENGE.test(html));
}

const SIGN_IN = setOf('username current-password webauthn');
const TEXT_FIELDS = setOf('text email tel password');
const BESIDE = setOf('nav header footer aside search');
const BESIDE_ROLES = setOf('navigation banner contentinfo complementary search dialog');

/** Fields of the text itself: a box to sign in stands at the edge of many pages. */
function* fieldsIn(element: Element, isMain: boolean): Generator<Element> {
  for (const child of elementsOf(element)) {
    const { tag, attributes } = child;
    const isBeside = !isMain && (BESIDE.has(tag) || BESIDE_ROLES.has(attributes.role ?? ''));
    if (isBeside || isInvisible(child)) continue;
    if (tag === 'input') yield child;
    else yield* fieldsIn(child, isMain || tag === 'main' || tag === 'article');
  }
}

function isSignIn({ attributes }: Element): boolean {
  return (
    attributes.type?.toLowerCase() === 'password' ||
    wordsOf(attributes.autocomplete?.toLowerCase()).some((word) => SIGN_IN.has(word))
  );
}

const CODE = '(404|410|500|502|503)';
/** A status with what it means: `404`, `Error 404`, `404 – Seite nicht gefunden`, `Page not found (404)`. */
const STATUS = [
  String.raw`^\W*(?:\p{L}+\W+){0,2}${CODE}\W*$`,
  String.raw`^\W*(?:\p{L}+\W+)?${CODE}\s*[-–—|:.,(!]`,
  String.raw`^\W*${CODE}(?:\s+[\p{L}']+){1,5}\W*$`,
  String.raw`[-–—|:(]\s*${CODE}\W*$`,
].map((form) => new RegExp(form, 'u'));

function statusOf(title: string, blocks: readonly Block[]): 'not_found' | 'maintenance' | null {
  const [first] = blocks.filter(({ kind }) => kind === 'heading');
  const heading = first?.kind === 'heading' ? first.text : '';
  const alone = blocks.flatMap((block) =>
    block.kind === 'text' && block.markdown.length < 12 ? [block.markdown] : [],
  );
  for (const words of [title, ...title.split(/\s[|·–—-]\s/), heading, ...alone]) {
    const code = isQuestion(words) ? undefined : STATUS.map((form) => form.exec(words)?.[1]).find(Boolean);
    if (code !== undefined) return code.startsWith('4') ? 'not_found' : 'maintenance';
  }
  return null;
}

const MAX_WAIT_SECONDS = 30;
/** Nobody reads a page that the browser leaves sooner. */
const NO_WAIT_SECONDS = 3;

/** `5; url=latest/`, and where that leads; without an address it is the page itself. */
function readRefresh(content: string | null, baseUrl: string, isTiny: boolean): string | null {
  const [, wait = '', target = ''] =
    /^\s*(\d{1,6})(?:\.\d*)?\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*))?/i.exec(content ?? '') ?? [];
  const seconds = wait === '' ? Number.POSITIVE_INFINITY : Number(wait);
  if (seconds > MAX_WAIT_SECONDS || (seconds > NO_WAIT_SECONDS && !isTiny)) return null;
  return toWebAddress(target, baseUrl);
}

/** A script that does nothing but send its reader on, with or without query and fragment. */
const SENDS_ON =
  /\blocation(?:\.href\s*=|\s*=|\.(?:replace|assign)\s*\()\s*(["'])([^"'\n]{1,500})\1\s*(?:\+\s*(?:(?:window|document|self)\.)?location\.(?:search|hash)\s*)*(?=[;)}\n<]|$)/;
const MAX_SCRIPT = 500;

function readScript(html: string, baseUrl: string): string | null {
  for (const { script } of scriptsIn(html)) {
    const [, , target] = script.trim().length <= MAX_SCRIPT ? (SENDS_ON.exec(script) ?? []) : [];
    if (target !== undefined) return toWebAddress(target, baseUrl);
  }
  return null;
}
