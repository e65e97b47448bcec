/* What a page can do better with a script. Everything works without it. */

document.documentElement.classList.add('has-script');

/* Moments are told by the reader's clock from the next page on; over https the cookie has the name that holds it to this host. */
const isSecure = location.protocol === 'https:';
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
document.cookie = `${isSecure ? '__Host-' : ''}lotse_zone=${timeZone}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/* A change that cannot be taken back is asked for once more. */
document.addEventListener('submit', (event) => {
  const { question } = event.target.dataset;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
});

/* Whoever saves finds the page where it was, and on it what was said beside the button. */
document.addEventListener('submit', () => {
  sessionStorage.setItem('place', `${location.pathname} ${window.scrollY}`);
});
window.addEventListener('load', () => {
  const [path, height] = (sessionStorage.getItem('place') ?? '').split(' ');
  sessionStorage.removeItem('place');
  const said = document.querySelector('.said');
  if (!said || path !== location.pathname) return;
  window.scrollTo({ top: Number(height), behavior: 'instant' });
  const { top, bottom } = said.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) said.scrollIntoView({ block: 'center', behavior: 'instant' });
});

/* One box selects every suggestion of the page. */
document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-select-all]')) return;
  for (const box of document.querySelectorAll('input[name="chosen"]')) box.checked = target.checked;
});

/* A button with data-copy copies the text of the element that it names. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent.trim());
  button.textContent = button.dataset.copied;
});

/* Ctrl+Enter, on a Mac Cmd+Enter, sends the form of a field that is for writing messages. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
  const field = event.target.closest('[data-send]');
  if (!field) return;
  event.preventDefault();
  field.form.requestSubmit();
});

/* Training: j and k go through the suggestions, a, e and r press what is on them, ? opens the help. */
const training = { index: 0 };

function goTo(index) {
  const queue = document.querySelector('[data-queue]');
  const cards = queue?.querySelectorAll('[data-suggestion]') ?? [];
  if (cards.length === 0) return;
  training.index = Math.max(0, Math.min(index, cards.length - 1));
  cards[training.index].focus();
  cards[training.index].scrollIntoView({ block: 'nearest' });
  const said = queue.dataset.position.replace('{index}', training.index + 1).replace('{count}', cards.length);
  document.querySelector('[data-said]').textContent = said;
}

function press(shortcut) {
  const card = document.activeElement.closest('[data-suggestion]');
  const target = card?.querySelector(`[data-shortcut="${shortcut}"]`);
  target?.click();
  if (shortcut === 'e') card?.querySelector('.edit[open] input:not([type="hidden"])')?.focus();
}

function toggleHelp() {
  const help = document.querySelector('[data-keys]');
  help.open = !help.open;
  help.querySelector('summary').focus();
}

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select, [contenteditable]');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !document.querySelector('[data-keys]'))
    return;
  const isOnCard = document.activeElement.closest('[data-suggestion]') !== null;
  const keys = {
    j: () => goTo(isOnCard ? training.index + 1 : training.index),
    k: () => goTo(training.index - 1),
    a: () => press('a'),
    e: () => press('e'),
    r: () => press('r'),
    '?': toggleHelp,
  };
  const run = keys[event.key];
  if (!run || event.repeat) return;
  event.preventDefault();
  run();
});

/* Who tabs or clicks to a suggestion goes on from there. */
document.addEventListener('focusin', (event) => {
  const card = event.target.closest('[data-queue] [data-suggestion]');
  if (card) training.index = [...document.querySelectorAll('[data-queue] [data-suggestion]')].indexOf(card);
});

/* A decision brings the list anew: on with the suggestion that stands there now, after what was done is said. */
document.addEventListener('htmx:after:swap', () => {
  const said = document.querySelector('[data-said]');
  if (!said || document.activeElement !== document.body) return;
  const notice = document.querySelector('main > .note.good');
  const refused = document.querySelector('[data-suggestion]:has([role="alert"], [aria-invalid])');
  if (refused) return refused.focus();
  goTo(training.index);
  said.textContent = `${notice?.textContent ?? ''} ${said.textContent}`;
  const card = document.activeElement.closest('[data-suggestion]');
  if (!card || !notice) return;
  card.before(notice);
  notice.scrollIntoView({ block: 'nearest' });
});

/*
 * What is no part to put in, an error page of ours or of a proxy, leaves everything as it stands, with what was
 * typed, and whatever asks by itself asks again. It says once what failed, until the part comes.
 */
document.addEventListener('htmx:response:error', ({ detail: { ctx } }) => {
  const page = new DOMParser().parseFromString(ctx.text, 'text/html');
  if (ctx.hx.reswap !== 'none' && page.querySelector(ctx.select)) return;
  ctx.swap = 'none';
  const textOf = (selector) => page.querySelector(selector)?.textContent ?? '';
  tellFailure(
    ctx,
    textOf('main [role="alert"]') || page.title || String(ctx.response.status),
    textOf('main small'),
  );
});

/* No answer at all: the connection is lost, or the service is. Who leaves the page breaks it off on purpose. */
let isLeaving = false;
window.addEventListener('pagehide', () => {
  isLeaving = true;
});
window.addEventListener('pageshow', () => {
  isLeaving = false;
});
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  if (ctx && ctx.text === undefined && !isLeaving) tellFailure(ctx, document.body.dataset.unreachable, '');
});

function tellFailure(ctx, said, detail) {
  const place = ctx.target.matches('#main') ? ctx.sourceElement : ctx.target;
  const before = place.previousElementSibling;
  const line = before?.matches('[data-failed]') ? before : document.createElement('div');
  if (line.querySelector('p')?.textContent === said) return;
  line.className = 'note fault';
  line.dataset.failed = ctx.target.id;
  const parts = [document.createElement('p'), document.createElement('small')];
  parts[0].setAttribute('role', 'alert');
  place.before(line);
  line.replaceChildren(...parts);
  parts[0].textContent = said;
  parts[1].textContent = detail;
}

document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  if (ctx.swap === 'none') return;
  for (const line of document.querySelectorAll('[data-failed]'))
    if (line.dataset.failed === ctx.target.id) line.remove();
});
