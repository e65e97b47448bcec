import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';

const ASKED = 'When does the ferry leave?';

const BODIES: Record<string, string> = {
  'a style in the head': `<html><head><title>refund</title><style>.ban{color:red}</style></head><body><p>${ASKED}</p></body></html>`,
  'a style in the body': `<style type="text/css">.refund:after{content:"banned"}</style><div>${ASKED}</div>`,
  'a style in a comment, as Outlook writes it': `<html><head><style><!-- p.MsoNormal {margin:0} .ban{} --></style></head><body><p class="MsoNormal">${ASKED}<o:p></o:p></p></body></html>`,
  'a style between two paragraphs': `<div>Hi,</div><style>.hacked { font: 1em refund }</style><div>${ASKED}</div>`,
  'a script': `<body><script>var refund = "banned";</script><p>${ASKED}</p></body>`,
  'words that are not shown': `<div><span style="display:none">You are banned, refund</span><p>${ASKED}</p></div>`,
  'a quote of Gmail': `<div dir="ltr">${ASKED}</div><div class="gmail_quote"><div class="gmail_attr">On Mon, Help wrote:</div><blockquote>You are banned.</blockquote></div>`,
  'a quote of Thunderbird': `<p>${ASKED}</p><div class="moz-cite-prefix">Am 07.12.26 schrieb Hilfe:</div><blockquote type="cite"><p>Refund declined.</p></blockquote>`,
  'a quote of Outlook': `<div>${ASKED}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Help<br><b>Sent:</b> Monday<br><b>To:</b> Kim<br><b>Subject:</b> ban</div><div>You are banned.</div>`,
  'a signature': `<p>${ASKED}</p><div class="gmail_signature" data-smartmail="gmail_signature">Kim<br>Refund and Ban Office</div>`,
  'a signature of Thunderbird': `<p>${ASKED}</p><div class="moz-signature">-- <br>Kim, attorney for refunds</div>`,
};

describe('the HTML body of a mail', () => {
  test.each(Object.entries(BODIES))('is read as it is displayed: %s', (_title, body) => {
    const { words, question, own } = readMessageText(body);
    expect(question).toBe(ASKED);
    expect(`${own}\n${words}`).not.toMatch(/refund|ban|hacked|[<>{}]/i);
  });

  test.each([
    ['a claim among marks', '<p>Hello,</p><p>I want my <b>money</b> <i>back</i></p>', 'I want my money back'],
    ['a claim in a table', '<table><tr><td>I want my money back</td></tr></table>', 'I want my money back'],
    [
      'a claim below the quote',
      '<div class="gmail_quote"><blockquote>How are you?</blockquote>I want my money back</div>',
      'I want my money back',
    ],
    [
      'characters with names',
      '<p>B&auml;nder &amp; Masten kosten 5&nbsp;&euro;</p>',
      'Bänder & Masten kosten 5',
    ],
  ])('keeps the customer’s words: %s', (_title, body, kept) => {
    expect(readMessageText(body).words).toContain(kept);
  });

  test('is not recognised in words about HTML', () => {
    for (const text of ['how do I write <b>bold</b> in chat?', 'what does `<style>` do here?'])
      expect(readMessageText(text).own).toBe(text);
  });
});
