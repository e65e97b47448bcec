import { createRandom, type Random } from '../random.ts';
import type { GoodPage } from './plan.ts';
import { type Language, writeHeading, writeParagraph, writeSentence } from './prose.ts';

/** Scripts and handlers of every page say this; it must be in nothing that is stored. */
export const CANARY = 'harmful_canary';

interface Section {
  id: string;
  heading: string;
  body: string;
}

type Layout = (page: GoodPage, sections: readonly Section[], menu: string) => string;

const POISON = `<script>window.${CANARY} = "<b>1</b>";</script><img src="x.png" onerror="${CANARY}()" alt="view">`;

/**
 * A page of the handbook as one of five generators writes it, 5 to 40 kB.
 * @param version changes one sentence of it.
 */
export function renderPage(page: GoodPage, seed: number, version: number): string {
  const random = createRandom(seed, page.path);
  const count = 5 + Math.floor(random() * 4);
  const sections = Array.from({ length: count }, (_, n) => writeSection(random, page.language, n));
  const edition = page.language === 'de' ? 'Dies ist Ausgabe' : 'This is edition';
  const first = sections[0];
  if (first) first.body = `<p>${edition} ${version} of ${page.title}.</p>${first.body}`;
  const menu = page.menu
    .map((path) => `<li><a class="menu__link" href="${path}">${path}</a></li>`)
    .join('\n');
  return LAYOUTS[page.style % LAYOUTS.length]?.(page, sections, `<ul class="menu">${menu}</ul>`) ?? '';
}

function writeSection(random: Random, language: Language, number: number): Section {
  const paragraphs = Array.from({ length: 2 + Math.floor(random() * 4) }, () =>
    writeParagraph(random, language),
  );
  const extras = [writeTable, writeList, writeCode, () => POISON];
  const extra = extras[Math.floor(random() * extras.length)] ?? writeList;
  const text = paragraphs.map((paragraph) => `<p>${emphasise(random, paragraph)}</p>`).join('\n');
  return {
    id: `part-${number}`,
    heading: writeHeading(random, language),
    body: text + extra(random, language),
  };
}

function emphasise(random: Random, paragraph: string): string {
  const words = paragraph.split(' ');
  const at = Math.floor(random() * words.length);
  return words
    .map((word, n) => (n === at ? `<strong class="x" onclick="${CANARY}()">${word}</strong>` : word))
    .join(' ');
}

function writeTable(random: Random, language: Language): string {
  const row = () => {
    const cells = Array.from({ length: 3 }, () => `<td>${Math.floor(random() * 900)}</td>`).join('');
    return `<tr><td>${writeHeading(random, language)}</td>${cells}</tr>`;
  };
  const head = `<tr><th>${language === 'de' ? 'Fall' : 'case'}</th><th>A</th><th>B</th><th>C</th></tr>`;
  return `<table class="docutils align-default"><thead>${head}</thead><tbody>${Array.from({ length: 6 }, row).join('')}</tbody></table>`;
}

function writeList(random: Random, language: Language): string {
  const items = Array.from({ length: 5 }, () => `<li><p>${writeSentence(random, language)}</p></li>`);
  return random() < 0.5 ? `<ul>${items.join('')}</ul>` : `<ol>${items.join('')}</ol>`;
}

function writeCode(random: Random): string {
  const lines = Array.from({ length: 8 }, (_, n) => {
    const value = Math.floor(random() * 1_000);
    return `<span class="k">if</span> (limit_${n} <span class="o">&lt;=</span> ${value} &amp;&amp; ready) { start(${value}); }`;
  });
  return `<div class="highlight-js notranslate"><div class="highlight"><pre><code class="language-js">${lines.join('\n')}</code></pre></div></div>`;
}

function head({ title, language }: GoodPage, generator: string): string {
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title} | Harbour Handbook</title>
<meta name="generator" content="${generator}"><link rel="stylesheet" href="/assets/site.css">
<style>.${CANARY} { color: red }</style><script>var ${CANARY} = "<p>no text</p>";</script></head>`;
}

const LAYOUTS: readonly Layout[] = [
  (page, sections, menu) => `${head(page, 'Docusaurus v3.1')}
<body class="navigation-with-keyboard"><div id="__docusaurus"><nav class="navbar"><a href="/">Home</a></nav>
<div class="main-wrapper"><aside class="theme-doc-sidebar-container">${menu}</aside><main><article>
<div class="theme-doc-markdown markdown"><header><h1>${page.title}</h1></header>
${sections.map(({ id, heading, body }) => `<h2 class="anchor" id="${id}">${heading}<a href="#${id}" class="hash-link">&#8203;</a></h2>${body}`).join('\n')}
</div></article></main></div><footer class="footer">Copyright Harbour</footer></div></body></html>`,

  (page, sections, menu) => `${head(page, 'mkdocs-1.5, mkdocs-material-9.5')}
<body dir="ltr"><header class="md-header"><nav class="md-header__inner"><a href="/">Harbour</a></nav></header>
<div class="md-container"><main class="md-main"><div class="md-sidebar md-sidebar--primary">${menu}</div>
<div class="md-content"><article class="md-content__inner md-typeset"><h1>${page.title}</h1>
${sections.map(({ id, heading, body }) => `<h2 id="${id}">${heading}<a class="headerlink" href="#${id}" title="Permanent link">&para;</a></h2>${body}`).join('\n')}
</article></div></main><footer class="md-footer">Made with Material</footer></div></body></html>`,

  (page, sections, menu) => `${head(page, 'Sphinx')}
<body class="wy-body-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side">${menu}</nav>
<section class="wy-nav-content-wrap"><div role="main" class="document" itemscope><div itemprop="articleBody"><section id="top">
<h1>${page.title}<a class="headerlink" href="#top" title="Link to this heading">¶</a></h1>
${sections.map(({ id, heading, body }) => `<section id="${id}"><h2>${heading}<a class="headerlink" href="#${id}">¶</a></h2>${body}</section>`).join('\n')}
</section></div></div><footer><p>© Harbour</p></footer></section></body></html>`,

  (page, sections, menu) => `${head(page, 'WordPress 6.4')}
<body class="page-template-default"><div id="cookie-banner" role="dialog">We use cookies. <button>Accept</button></div>
<header id="masthead"><a href="/">Harbour</a></header><div id="content" class="site-content"><article class="post"><header class="entry-header">
<h1 class="entry-title">${page.title}</h1></header><div class="entry-content">
${sections.map(({ heading, body }) => `<h2 class="wp-block-heading">${heading}</h2>${body}`).join('\n')}
</div><div class="sharedaddy">Share this</div></article><aside class="widget-area">${menu}</aside></div>
<footer id="colophon">Proudly powered</footer></body></html>`,

  (page, sections, menu) => `${head(page, 'by hand')}
<body bgcolor=white onload="${CANARY}()"><center><font size=2><a href="/">Home</a></font></center>
<h1>${page.title}</h1>${sections.map(({ id, heading, body }) => `<a name=${id}></a><h3>${heading}</h3>${body}`).join('<hr>\n')}
<h3>All pages</h3>${menu}<!-- ${CANARY} <p>end</p> --></body></html>`,
];
