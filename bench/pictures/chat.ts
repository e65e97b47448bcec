import { marked } from 'marked';

/** A question and the bot's message, as the chat was given it. */
export interface ChatMessage {
  channel: string;
  asker: string;
  question: string;
  bot: string;
  /** Markdown with small print (`-# `), as it was sent. */
  content: string;
  buttons: { label: string; emoji: string; isDisabled: boolean }[];
}

/** Drawn, because a browser without a font for them shows boxes. */
const THUMB =
  '<path d="M7 10v10H3V10zm2 9V10l4-7c1.6 0 2.6 1.2 2.2 2.8L14.5 9H20c1.3 0 2 1 1.7 2.2l-1.8 7.3c-.2.9-.9 1.5-1.9 1.5h-7z"/>';
const DRAWN: Record<string, string> = {
  '👍': `<svg viewBox="0 0 24 24">${THUMB}</svg>`,
  '👎': `<svg viewBox="0 0 24 24"><g transform="rotate(180 12 12)">${THUMB}</g></svg>`,
  '🙋': '<svg viewBox="0 0 24 24"><circle cx="10" cy="8" r="4"/><path d="M2 21c0-5 3.5-8 8-8 3 0 5.5 1.3 6.8 3.6V3.5a1.6 1.6 0 0 1 3.2 0V21z"/></svg>',
};

const STYLE = `
body { margin: 0; padding: 20px 24px; background: #fff; color: #1f2933; font: 15px/1.45 "Open Sans", sans-serif; }
.channel { color: #616e7c; border-bottom: 1px solid #e4e7eb; padding-bottom: 8px; margin-bottom: 14px; }
.message { display: grid; grid-template-columns: 40px 1fr; gap: 0 12px; margin-bottom: 14px; }
.face { width: 40px; height: 40px; border-radius: 8px; display: grid; place-items: center; color: #fff; font-weight: 700; }
.asker .face { background: #7b8794; } .bot .face { background: #0b6e6e; }
.name { font-weight: 700; } .tag { font-size: 11px; border: 1px solid #9aa5b1; border-radius: 4px; padding: 0 4px; color: #52606d; font-weight: 400; }
.reply { color: #616e7c; font-size: 13px; }
p { margin: 4px 0 8px; } code { background: #f0f2f4; border-radius: 3px; padding: 1px 4px; font-size: 13px; }
a { color: #0b5cad; text-decoration: none; } small { color: #616e7c; font-size: 12.5px; }
button { display: inline-flex; gap: 6px; align-items: center; border: 1px solid #cbd2d9; background: #f5f7fa; border-radius: 6px; padding: 6px 12px; margin-right: 8px; font: inherit; font-size: 14px; color: #1f2933; }
svg { width: 16px; height: 16px; fill: #52606d; }
`;

/** A page that shows the message in a plain look of its own. */
export function drawChat({ channel, asker, question, bot, content, buttons }: ChatMessage): string {
  const drawn = buttons.map(
    ({ label, emoji, isDisabled }) =>
      `<button${isDisabled ? ' disabled' : ''}>${DRAWN[emoji] ?? escapeHtml(emoji)}${escapeHtml(label)}</button>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Answer</title><style>${STYLE}</style>
<div class="channel">${escapeHtml(channel)}</div>
<div class="message asker"><div class="face">${escapeHtml(asker.charAt(0))}</div>
<div><div class="name">${escapeHtml(asker)}</div><p>${escapeHtml(question)}</p></div></div>
<div class="message bot"><div class="face">${escapeHtml(bot.charAt(0))}</div>
<div><div class="reply">in reply to ${escapeHtml(asker)}</div><div class="name">${escapeHtml(bot)} <span class="tag">bot</span></div>
${toHtml(content)}<div>${drawn.join('')}</div></div></div></html>`;
}

/** Small print is the platform's own; the rest is Markdown in which a line break is one. */
function toHtml(content: string): string {
  const prepared = content.replace(/^-# (.*)$/gm, '<small>$1</small>');
  return marked.parse(prepared, { async: false, breaks: true, gfm: true });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
