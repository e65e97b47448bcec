import type { Block } from '../markdown/blocks.ts';

/** What stands on a page until its script has run, sentence by sentence. */
const WAITING =
  /^(?:(?:(?:the )?(?:page|content|app|application|site)|die seite|seite|der inhalt|inhalte?|die app|anwendung|daten)\s+)?(?:(?:is |are )?(?:still )?loading|(?:wird|werden) geladen|lädt|lade)(?:[\s,]+(?:the |your |die |den )?(?:page|app|application|content|data|site|docs|documentation|wiki|more|comments?|results?|seite|inhalte?|daten|bitte warten|please wait))*$|^(?:please|bitte)(?: .{0,20})? (?:wait|warten|geduld)\b.{0,30}$|^(?:one |just )?(?:an? )?(?:moment|second)(?: please)?$|^(?:einen |ein )?(?:kleinen )?(?:moment|augenblick)(?: bitte)?$|^(?:initiali[sz]ing|starting(?: up)?|connecting|redirecting|checking your browser|verifying|weiterleitung|verbinde)\b.{0,50}$/i;
const NEEDS_SCRIPT =
  /\b(?:enable|activate|turn(?:ed)? on|requires?|required|needs?|disabled|without|aktivier\w*|deaktiviert|benötigt|erforderlich|einschalten|eingeschaltet|braucht)\b.{0,60}\bjava ?script\b|\bjava ?script\b.{0,80}\b(?:enabled?|on|required|needed|disabled|aktivier\w*|deaktiviert|benötigt|erforderlich|einschalten|eingeschaltet|an|ein)\b/i;
const MAX_WAITING_CHARACTERS = 300;
/** A page of a script alone has no more words than its own name. */
const MAX_SHELL_LETTERS = 60;

/** Blocks without those that only say that something is to come. */
export function withoutWaiting(blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => block.kind === 'heading' || !isWaiting(block.markdown));
}

/**
 * Whether the page is an empty shell that a script fills: hardly a word, no heading or list, and a place for an app.
 */
export function isShell(html: string, blocks: readonly Block[]): boolean {
  const letters = blocks.reduce(
    (sum, block) => sum + (block.kind === 'text' ? block.markdown.length : MAX_SHELL_LETTERS + 1),
    0,
  );
  if (letters > MAX_SHELL_LETTERS || blocks.some(({ kind }) => kind === 'heading')) return false;
  if (blocks.some((block) => block.kind === 'text' && /[.?!:]$/.test(block.markdown))) return false;
  return (
    /<script\b/i.test(html) &&
    /<[a-z-]+ [^<>]*\bid=["']?(?:app|root|__next|__nuxt|___gatsby|svelte|main-app|react-root|application)\b/i.test(
      html,
    )
  );
}

function isWaiting(markdown: string): boolean {
  if (markdown.length > MAX_WAITING_CHARACTERS) return false;
  const sentences = markdown
    .replace(/[*_`#>]/g, '')
    .split(/[.!…]+(?=\s|$)|\n+/)
    .map((sentence) => sentence.replace(/[^\p{L}\p{N}]+$/u, '').trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  return (
    sentences.length > 0 &&
    sentences.every((sentence) => WAITING.test(sentence) || NEEDS_SCRIPT.test(sentence))
  );
}
