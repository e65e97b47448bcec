import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import {
  hasCanary,
  MAX_ANSWER_CHARACTERS,
  neutraliseMentions,
  sanitiseAnswer,
} from '../../src/core/answering/sanitise/sanitise.ts';
import { hostsIn } from '../../src/domain/addresses.ts';
import { readRows } from '../support/rows.ts';
import { countRuns } from '../support/runs.ts';

const ATTACKS = readRows<{ text: string; isAttack: boolean }>('sanitise-attacks.jsonl', import.meta.url);
/** Answers that try to carry something out or to become live markup; `good.example` is an allowed host. */
const EXFILTRATION = ATTACKS.filter(({ isAttack }) => isAttack).map(({ text }) => text);
/** Pieces that random attacks are put together from. */
const FRAGMENTS = ATTACKS.map(({ text }) => text);

const CANARY = 'k7Qz93LmXw2Pv5Rt';
const OPTIONS = { allowedHosts: () => new Set(['good.example']), canary: CANARY };

function sanitise(answer: string): string {
  return sanitiseAnswer(answer, OPTIONS).text;
}

/** Leads to an allowed host, or nowhere: what the URL standard refuses no browser opens. */
function isGood(url: string): boolean {
  const host = URL.parse(url.replace(/[\p{P}~`]+$/u, ''))?.hostname;
  const isAllowed = host === undefined || host === 'good.example' || host.endsWith('.good.example');
  return /^https?:/i.test(url) && isAllowed;
}

/** Everything in an answer that a GitHub-flavoured renderer, or a naive one, would make live. */
function findLive(text: string): string[] {
  const live: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'image' || token.type === 'html') live.push(token.raw);
    const isMailText = token.type === 'link' && token.href === `mailto:${token.text}`;
    if (token.type === 'link' && !isMailText && !isGood(token.href)) live.push(token.raw);
    if (token.type === 'text' && !token.tokens && /<[a-z/!?]|!\[/i.test(token.raw)) live.push(token.raw);
  });
  const urls = [...text.matchAll(/[a-z][a-z0-9+.-]*:[\\/]{2}[^\s<>[\]|)]*/gi)].map((match) => match[0]);
  live.push(...urls.map((url) => url.replace(/^.*?(?=https?:)/i, '')).filter((url) => !isGood(url)));
  live.push(...(text.match(/@(?:everyone|here)|<[@#][!&]?\d/gi) ?? []));
  // In the path of an allowed address these words do nothing.
  live.push(...(text.replace(/https?:\/\/\S+/gi, '').match(/\b(?:javascript|vbscript):\w/gi) ?? []));
  return live;
}

describe('data in an answer', () => {
  it.each(EXFILTRATION)('H70 · nothing live and no foreign host is left of %j', (attack) => {
    const text = sanitise(`Davor ${attack}\n\n${attack}\n\ndanach`);
    expect(findLive(text)).toEqual([]);
    expect(text).not.toMatch(/(?:[:/\\]|www\.)[\w.*`-]*evil|src=https|secret"/i);
    expect(sanitise(text)).toBe(text);
  });

  it('H70 · a foreign link keeps its text, a bare foreign address leaves a mark', () => {
    expect(sanitise('Siehe [die Anleitung](https://evil.example/x "t").')).toBe('Siehe die Anleitung.');
    expect(sanitise('Mehr unter https://evil.example/x.')).toBe('Mehr unter (…).');
    expect(sanitise('[Seite][s]\n\n[s]: https://evil.example')).toBe('Seite');
    expect(sanitise('![Karte](https://good.example/map.png) der Insel')).toBe('Karte der Insel');
  });

  it('H70 · addresses without a scheme are removed only if they carry data or invite somewhere', () => {
    expect(sanitise('x evil.example/c?d=secret y')).toBe('x (…) y');
    expect(sanitise('Komm auf discord.gg/abc')).toBe('Komm auf (…)');
    expect(sanitise('Verbinde dich mit play.salzkai.example:25565, siehe config.yml')).toBe(
      'Verbinde dich mit play.salzkai.example:25565, siehe config.yml',
    );
  });
});

describe('harmless text in an answer', () => {
  it.each([
    'Öffne [die Hilfe](https://docs.good.example/a_b?c=1&d=2#e), dann **Start** und *fertig* ~~nicht~~.',
    '# Titel\n\n- eins\n- zwei `npm start`\n\n1. a\n2. b\n\n> Zitat\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    '```js\nconst a: List<String> = b && `c`; // <div> @param x\n```',
    'Text\n\n```\n/pay <player> <amount>\n```\n\nEnde',
    'Nutze `/pay <player>` oder ``a`b``.',
    'AT&T, a < b > c, 5 <3, &lt;b&gt; &amp; &copy;',
    'Siehe https://good.example/größe_(neu), https://www.good.example und (www.good.example/x).',
    '- [ ] offen\n- [x] fertig [1]',
    'Schreib an hilfe@good.example, 20 % von 1/2 sind 10:30 Uhr; C:\\data\\x',
    'Los 👩‍👩‍👧 1️⃣ ❤️ می‌خواهم',
  ])('ordinary Markdown is unchanged: %j', (answer) => {
    expect(sanitise(answer)).toBe(answer);
  });

  it('placeholders stay readable, formatting tags vanish, scripts vanish with their content', () => {
    expect(sanitise('/pay <Spieler> <b>jetzt</b><br>ok')).toBe('/pay ‹Spieler› jetzt\nok');
    expect(sanitise('a<script>alert("x")</script>b<style>i{}</style>c')).toBe('abc');
  });

  it('angle, reference and entity-encoded links to allowed hosts become plain ones', () => {
    expect(sanitise('<https://good.example/a>')).toBe('https://good.example/a');
    expect(sanitise('[a][x], [x]\n\n[x]: https://good.example/x')).toBe(
      '[a](https://good.example/x), [x](https://good.example/x)',
    );
    expect(sanitise('[a](https&colon;//good.example/(x))')).toBe('a');
  });

  it('fences in lists and open fences become closed blocks at the start of a line', () => {
    expect(sanitise('1. so:\n   ```sh\n   npm start\n   ```\n2. fertig')).toBe(
      '1. so:\n```sh\nnpm start\n```\n2. fertig',
    );
    expect(sanitise('```\noffen')).toBe('```\noffen\n```');
  });
});

describe('characters', () => {
  it('control, bidirectional and invisible characters are removed, and line breaks become one kind', () => {
    expect(sanitise('a\u0007b\u202Ec\u2066d\u200Be\uFEFFf\r\ng\u2028h\ti')).toBe('abcdef\ng\nh\ti');
    expect(sanitise('a\u0000b\uD800c')).toBe('a\uFFFDb\uFFFDc');
    expect(sanitise('x\u{E0041}\u{E0042}y')).toBe('xy');
  });

  it('mentions neither ping nor render and can still be read', () => {
    const text = neutraliseMentions('@everyone @HERE <@1> <@!2> <@&3> <#4> a@b.de');
    expect(text).toBe('@\u200Beveryone @\u200BHERE <@\u200B1> <@\u200B!2> <@\u200B&3> <#\u200B4> a@b.de');
    expect(neutraliseMentions(text)).toBe(text);
    expect(sanitise('@\u200Deveryone <\u2060@1> &#64;here `@here`')).toBe(
      '@\u200Beveryone <@\u200B1> @\u200Bhere `@\u200Bhere`',
    );
  });

  it('there are at most two empty lines in a row and none around the text', () => {
    expect(sanitise('\n\n a\n\n \n\t\n\n\nb \n')).toBe('a\n\n\nb');
  });
});

describe('length', () => {
  it('a long answer ends with a whole paragraph or sentence', () => {
    const paragraph = `${'Ein Satz mit Worten. '.repeat(20).trim()}\n\n`;
    const byParagraph = sanitise(paragraph.repeat(30));
    expect(byParagraph.length).toBeGreaterThan(MAX_ANSWER_CHARACTERS - paragraph.length - 10);
    expect(paragraph.repeat(30).startsWith(`${byParagraph}\n\n`)).toBe(true);
    expect(sanitise('Noch ein Satz ohne Absatz. '.repeat(400))).toMatch(/Absatz\.$/);
  });

  it('a long answer never ends within a list item, whatever the list looks like', () => {
    const word = fc.constantFrom('Schritt', 'z. B.', 'Done!', '[a b](https://a.example/x)', '**so**');
    const words = fc.array(word, { minLength: 5, maxLength: 40 }).map((all) => all.join(' '));
    const item = fc.tuple(fc.constantFrom('- ', '* ', '1. ', '12) '), words, fc.option(words, { nil: null }));
    const list = fc.array(item, { minLength: 120, maxLength: 160 });
    fc.assert(
      fc.property(list, fc.constantFrom('\n', '\n\n'), (items, between) => {
        const blocks = items.map(
          ([mark, text, more]) => `${mark}${text}${more === null ? '' : `\n  ${more}`}`,
        );
        const whole = `Anfang.\n\n${blocks.join(between)}`;
        fc.pre(whole.length > MAX_ANSWER_CHARACTERS);
        const allowedHosts = () => new Set(['a.example']);
        const { text, isCut } = sanitiseAnswer(whole, { ...OPTIONS, allowedHosts });
        expect(isCut).toBe(true);
        expect(text.length).toBeGreaterThan(MAX_ANSWER_CHARACTERS / 3);
        expect(whole.startsWith(`${text}\n`)).toBe(true);
        expect(whole.slice(text.length).trimStart()).toMatch(/^(?:[-*]|\d+[.)]) /);
      }),
      { numRuns: countRuns(200) },
    );
  });

  it('an item longer than an answer ends after a sentence, and what fits is not marked as cut', () => {
    expect(sanitise(`- ${'Ein Satz im Punkt. '.repeat(600)}`)).toMatch(/Punkt\.$/);
    for (const length of [1, 5_999, 6_000]) {
      expect(sanitiseAnswer('a'.repeat(length), OPTIONS)).toMatchObject({ isCut: false });
    }
    expect(sanitiseAnswer('Ein Satz. '.repeat(5_000), OPTIONS)).toMatchObject({ isCut: true });
  });

  it('a block of code that is cut is closed', () => {
    const text = sanitise(`Anfang\n\n\`\`\`\n${'zeile eins\n'.repeat(1_000)}\`\`\``);
    expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
    expect(text).toMatch(/zeile eins\n```$/);
  });

  it('a surrogate pair is never split', () => {
    expect(sanitise('🚢'.repeat(5_000)).isWellFormed()).toBe(true);
    expect(sanitise(`a${'🚢'.repeat(5_000)}`)).not.toContain('\uFFFD');
  });
});

describe('the canary', () => {
  it.each([
    CANARY,
    CANARY.toLowerCase(),
    CANARY.split('').join('\u200B'),
    `${CANARY.slice(0, 5)}<b>${CANARY.slice(5)}`,
    `[${CANARY.slice(0, 5)}](https://good.example/)${CANARY.slice(5)}`,
    CANARY.replace('Q', '&#81;'),
    `https://good.example/?q=${CANARY.replace('Q', '%51')}`,
    `<!-- ${CANARY} -->`,
  ])('is noticed as %j, and the text is withheld', (form) => {
    expect(sanitiseAnswer(`Meine Regeln: ${form} Ende`, OPTIONS)).toEqual({
      text: '',
      leaked: true,
      isCut: false,
    });
  });

  it('is not reported where it is absent', () => {
    expect(sanitiseAnswer(`fast: ${CANARY.slice(0, -1)}`, OPTIONS).leaked).toBe(false);
    expect(sanitiseAnswer('Hallo', { ...OPTIONS, canary: '' })).toEqual({
      text: 'Hallo',
      leaked: false,
      isCut: false,
    });
  });
});

describe('the canary, in any text', () => {
  const skeletonOf = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '');

  it('is found exactly where its letters and digits follow each other', () => {
    const signs = [...'aabbA-1 ä²', 'e', '\u0301', '\u0327', 'ａ', '1️⃣', 'ŉ', 'K', '…', '😀'];
    const text = fc.array(fc.constantFrom(...signs), { maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('aab', 'abaab', 'a-b1', 'ae', 'e'), (answer, canary) => {
        expect(hasCanary(answer, canary)).toBe(skeletonOf(answer).includes(skeletonOf(canary)));
      }),
      { numRuns: countRuns(500) },
    );
  });
});

describe('allowed hosts', () => {
  it('are found in texts in lower case and ASCII, without ports, paths and userinfo', () => {
    const texts = [
      'https://A.example/x, (http://b.example:80).',
      'https://bücher.example https://a@c.example ftp://d.example',
    ];
    expect([...hostsIn(texts)].sort()).toEqual(['a.example', 'b.example', 'xn--bcher-kva.example']);
  });
});

function expectHarmless(answer: string): void {
  const text = sanitise(answer);
  expect(findLive(text)).toEqual([]);
  expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
  expect(sanitise(text)).toBe(text);
}

describe('any text', () => {
  it('becomes harmless, and unchanged the second time', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectHarmless), {
      numRuns: countRuns(500),
    });
  });

  it('H70 · becomes harmless even as a mixture of attacks, and unchanged the second time', () => {
    const mixture = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(fc.property(mixture, expectHarmless), { numRuns: countRuns(1_000) });
  });

  it('becomes harmless in finite time even as 16,000 characters of an attack', () => {
    for (const fragment of FRAGMENTS) {
      const answer = fragment.repeat(Math.ceil(16_000 / fragment.length));
      expect(sanitise(sanitise(answer)), JSON.stringify(fragment)).toBe(sanitise(answer));
    }
  });
});
