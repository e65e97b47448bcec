import { expect, test } from 'vitest';
import { expectEntries, type PageSample, readSample } from '../../support/page-entries.ts';

const furniture: PageSample[] = [
  {
    name: 'a list that only leads to parts of the page',
    html: `<ul><li><a href="#a">What is the aim?</a></li><li><a href="#b">What is the fee?</a></li><li><a href="#c">Who decides?</a></li></ul>
      <h3 id="a">What is the aim?</h3><p>Courses.</p><h3 id="b">What is the fee?</h3><p>Twelve euros.</p><h3 id="c">Who decides?</h3><p>All.</p>`,
    entries: [{ title: 'What is the fee?', keeps: ['Twelve'], lacks: [] }],
    count: 3,
  },
  {
    name: 'the banner of a consent tool',
    html: `<!doctype html><html lang="en"><head><title>Help</title></head>
      <body>
      <div id="onetrust-consent-sdk">
      <div id="onetrust-banner-sdk">
      <h2>We value your privacy</h2>
      <p>We use cookies to make this site better for everyone who comes here.</p><button>Accept All</button></div></div>
      <h1>Help</h1>
      <p>Short text.</p></body></html>`,
    keeps: ['Short text'],
    lacks: ['privacy', 'cookies'],
  },
  {
    name: 'a banner that is known by its buttons alone',
    html: `<!doctype html><html lang="en"><head><title>Help</title></head>
      <body>
      <div class="css-9x">
      <p>Wir nutzen Cookies, um die Seite zu verbessern und Werbung zu zeigen.</p>
      <div><button>Ablehnen</button><button>Alle akzeptieren</button></div></div>
      <div>
      <h1>Hilfe</h1>
      <p>Kurz.</p></div></body></html>`,
    keeps: ['Kurz'],
    lacks: ['Cookies'],
  },
  {
    name: 'lists of other articles below their heading',
    html: `<p>Use the lever.</p>
      <h3>Related articles</h3>
      <ul>
      <li><a href="/a">Pull it</a></li>
      <li><a href="/b">Push it</a></li></ul>
      <h3>See also</h3>
      <p><a href="/c">Other</a></p>`,
    keeps: ['lever'],
    lacks: ['Pull it', 'Other'],
  },
  {
    name: 'a newsletter, buttons to share and lines of dates',
    html: `<p>Water it daily.</p>
      <div class="newsletter-signup">
      <h3>Stay in touch</h3>
      <p>News each month.</p></div>
      <div class="share-buttons"><a href="#">Facebook</a><span>Share</span></div>
      <p>Share this article</p>
      <p>Last updated on March 3, 2024</p>
      <p>5 min read</p>`,
    keeps: ['Water it'],
    lacks: ['touch', 'News', 'Facebook', 'Share', 'updated', 'min read'],
  },
  {
    name: 'the same in German',
    html: `<p>Von Anna Berg</p>
      <p>Zuletzt aktualisiert am 3. März 2024</p>
      <p>Drehen Sie am Rad.</p>
      <p>War dieser Artikel hilfreich?</p>
      <p>Ja Nein</p>
      <h2>Verwandte Artikel</h2>
      <ul>
      <li><a href="/x">Bremse</a></li></ul>`,
    keeps: ['Drehen'],
    lacks: ['Anna', 'aktualisiert', 'hilfreich', 'Ja Nein', 'Bremse'],
  },
  {
    name: 'author, reactions and related articles of a messenger',
    html: `<!doctype html><html lang="en"><head><title>Help</title></head>
      <body>
      <main><article><header>
      <h1>Add a guest</h1></header>
      <div class="avatar"><span>Written by <span>Lee</span></span><span>Updated over 2 weeks ago</span></div>
      <div class="article_body">
      <p>Press plus.</p></div>
      <div class="intercom-reaction-picker">
      <div>Did this answer your question?</div><button>😞</button></div>
      <section class="related_articles">
      <div>Related Articles</div><a href="/1">Guests</a></section></article></main></body></html>`,
    keeps: ['Press plus'],
    lacks: ['Lee', 'Updated', 'Did this', 'Related', 'Guests'],
  },
  {
    name: 'a place holder in a page with content',
    html: `<h2>Loading a truck</h2>
      <p>Loading a truck takes an hour.</p>
      <p>Loading...</p>`,
    keeps: ['takes an hour'],
    lacks: ['Loading...'],
  },
];

const content: PageSample[] = [
  {
    name: 'a list that leads to other pages as well',
    html: `<p>See:</p><ul><li><a href="#a">Aim</a></li><li><a href="/fee">Fee</a></li><li><a href="/board">Board</a></li></ul>`,
    keeps: ['[Fee](https://x.example/fee)'],
  },
  {
    name: 'questions about cookies',
    html: `<div class="accordion-item cookies">
      <h3><button>Which cookies do you set?</button></h3>
      <div class="accordion-body">
      <p>Two cookies, for the basket.</p></div></div>
      <div class="accordion-item">
      <h3><button>Can I accept fewer cookies?</button></h3>
      <div class="accordion-body">
      <p>Yes, below Settings.</p></div></div>`,
    entries: [
      { title: 'Which cookies do you set?', keeps: ['Two cookies'], lacks: [] },
      { title: 'Can I accept fewer cookies?', keeps: ['below Settings'], lacks: [] },
    ],
  },
  {
    name: 'a page about cookies',
    html: `<!doctype html><html lang="en"><head><title>Help</title></head>
      <body>
      <main>
      <h1>Cookie policy</h1>
      <div class="cookie-policy">
      <p>We use cookies for the basket.</p>
      <h2>Consent</h2>
      <p>You may take it back.</p></div></main></body></html>`,
    keeps: ['for the basket', 'take it back'],
  },
  {
    name: 'a chapter that begins like a list of links',
    html: `<h2>See also the second lever</h2>
      <p>It sits on the left side of the seat and needs force.</p>`,
    keeps: ['left side'],
  },
  {
    name: 'dates in answers',
    html: `<div><button>When was it built?</button>
      <div>
      <p>In 1907 by the town.</p></div></div>
      <div><button>When was it updated?</button>
      <div>
      <p>Updated drivers from 2019 are included.</p></div></div>`,
    entries: [
      { title: 'When was it built?', keeps: ['1907'], lacks: [] },
      { title: 'When was it updated?', keeps: ['drivers from 2019'], lacks: [] },
    ],
  },
];

test.each(furniture)('$name: none of it is knowledge', expectEntries);

test.each(content)('$name are content', expectEntries);

test.each([
  '<div id="root">Wird geladen …</div><script src="a.js"></script>',
  '<div id="__next"><div class="spinner"></div><h1>Acme</h1><p>Loading, please wait...</p></div><script src="a.js"></script>',
  '<div id="root"><span>Acme Wiki</span></div><script src="a.js"></script>',
  '<h1>docs.example</h1><p>Checking your browser before accessing docs.example.</p><p>Just a moment...</p>',
])('a shell that waits for its script contains no text: %s', (body) => {
  const html = `<!doctype html><html><head><title>Acme Wiki</title></head><body>${body}</body></html>`;
  expect(() => readSample(html)).toThrow(expect.objectContaining({ fault: 'no_text' }));
});
