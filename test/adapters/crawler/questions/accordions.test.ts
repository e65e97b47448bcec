import { test } from 'vitest';
import { expectEntries, type PageSample } from '../../../support/page-entries.ts';

const samples: PageSample[] = [
  {
    name: 'buttons without any state',
    html: `<div class="x1">
      <div class="x2"><button type="button">How long is the guarantee on rims?</button>
      <div class="x3">
      <p>Five years.</p>
      <ul>
      <li>Keep the bill</li></ul></div></div>
      <div class="x2"><button type="button">Delivery abroad</button>
      <div class="x3">Only to Norway.</div></div></div>
      <p>Nothing helps? Write us.</p>`,
    entries: [
      {
        title: 'How long is the guarantee on rims?',
        keeps: ['Five years', '- Keep the bill'],
        lacks: ['Norway'],
      },
      { title: 'Delivery abroad', keeps: ['Only to Norway'], lacks: ['Write us', 'Five'] },
    ],
    keeps: ['Write us'],
  },
  {
    name: 'buttons that name what they open',
    html: `<section>
      <h2>Payment</h2><button aria-controls="p1" id="t1">Which cards work?</button>
      <div id="p1" hidden>All of them.</div><button aria-controls="p2">Invoice</button>
      <div id="p2" hidden>For companies.</div></section>`,
    entries: [
      { title: 'Which cards work?', keeps: ['All of them'], lacks: ['companies'] },
      { title: 'Invoice', keeps: ['For companies'], lacks: ['All of'] },
    ],
  },
  {
    name: 'buttons in headings with answers hidden by style',
    html: `<div class="acc">
      <h3><button class="b">Do I need an account?<span class="ic">+</span></button></h3>
      <div class="p" style="display: none;">
      <p>No.</p></div>
      <h3><button class="b">Can guests order?<span class="ic">+</span></button></h3>
      <div class="p" style="display: none;">
      <p>Yes, guests too.</p>
      <h4>Exceptions</h4>
      <p>Vouchers.</p></div></div>`,
    entries: [
      { title: 'Do I need an account?', keeps: ['No.'], lacks: ['guests'] },
      { title: 'Can guests order?', keeps: ['Yes, guests'], lacks: [] },
    ],
    keeps: ['Vouchers'],
    lacks: ['+'],
  },
  {
    name: 'details with a heading in the summary',
    html: `<details class="faq"><summary>
      <h3>Returns</h3><svg></svg></summary>
      <p>Within 30 days.</p></details>
      <details class="faq"><summary>Warranty</summary>
      <p>Two years.</p></details>`,
    entries: [
      { title: 'Returns', keeps: ['Within 30'], lacks: [] },
      { title: 'Warranty', keeps: ['Two years'], lacks: ['30'] },
    ],
  },
  {
    name: 'terms in boxes',
    html: `<dl class="list">
      <div>
      <dt id="a1">What is a credit?</dt><dd>
      <p>A unit.</p>
      <p>It never expires.</p></dd></div>
      <div>
      <dt>Can I share it?</dt><dd>With your team.</dd></div></dl>`,
    entries: [
      { title: 'What is a credit?', keeps: ['A unit', 'never expires'], lacks: ['team'] },
      { title: 'Can I share it?', keeps: ['team'], lacks: ['unit'] },
    ],
  },
  {
    name: 'labels of hidden checkboxes',
    html: `<ul class="list">
      <li><input type="checkbox" id="c1"><label for="c1">Where does it grow?</label>
      <div class="cont">
      <p>In bogs.</p></div></li>
      <li><input type="checkbox" id="c2"><label for="c2">When to harvest?</label>
      <div class="cont">
      <p>In August.</p></div></li></ul>`,
    entries: [
      { title: 'Where does it grow?', keeps: ['bogs'], lacks: ['August'] },
      { title: 'When to harvest?', keeps: ['August'], lacks: ['bogs'] },
    ],
  },
  {
    name: 'links that go nowhere',
    html: `<ul>
      <li><a href="javascript:void(0)" class="t">How high is the fee? <i class="fa fa-chevron-down"></i></a>
      <div class="h" style="display:none;">Nine euros.</div></li>
      <li><a href="javascript:void(0)" class="t">Who pays it? <i class="fa fa-chevron-down"></i></a>
      <div class="h" style="display:none;">The sender.</div></li></ul>`,
    entries: [
      { title: 'How high is the fee?', keeps: ['Nine euros'], lacks: ['sender'] },
      { title: 'Who pays it?', keeps: ['sender'], lacks: ['Nine'] },
    ],
  },
  {
    name: 'boxes without a telling name',
    html: `<div class="css-1a">
      <div class="css-2b">
      <div class="css-3c">Does it sync?<svg></svg></div>
      <div class="css-4d" aria-hidden="true">
      <p>Every hour.</p></div></div>
      <div class="css-2b">
      <div class="css-3c">Is it encrypted?<svg></svg></div>
      <div class="css-4d" aria-hidden="true">
      <p>End to end.</p></div></div></div>`,
    entries: [
      { title: 'Does it sync?', keeps: ['Every hour'], lacks: ['End'] },
      { title: 'Is it encrypted?', keeps: ['End to end'], lacks: ['hour'] },
    ],
  },
  {
    name: 'a list of links above bold questions',
    html: `<ul>
      <li><a href="#q1">Where?</a></li>
      <li><a href="#q2">When?</a></li></ul>
      <p id="q1"><strong>Where?</strong></p>
      <p>Here.</p>
      <p id="q2"><strong>When?</strong></p>
      <p>Now.</p>`,
    entries: [
      { title: 'Where?', keeps: ['Here'], lacks: ['Now'] },
      { title: 'When?', keeps: ['Now'], lacks: ['Here'] },
    ],
  },
  {
    name: 'buttons that say no more than to show the answer',
    html: `<div class="i">
      <p class="t">How deep is it?</p><button>Show answer</button>
      <div hidden>
      <p>Four metres.</p></div></div>
      <div class="i">
      <p class="t">How cold is it?</p><button>Show answer</button>
      <div hidden>
      <p>Eight degrees.</p></div></div>`,
    entries: [
      { title: 'How deep is it?', keeps: ['Four metres'], lacks: ['Eight'] },
      { title: 'How cold is it?', keeps: ['Eight'], lacks: ['Four'] },
    ],
    lacks: ['Show answer'],
  },
  {
    name: 'boxes one after the other',
    html: `<div class="question">Is there coffee?</div>
      <div class="answer">Yes.</div>
      <div class="question">And tea</div>
      <div class="answer">Green.</div>
      <div class="answer">Black.</div>
      <p>Contact us.</p>`,
    entries: [
      { title: 'Is there coffee?', keeps: ['Yes'], lacks: ['Green'] },
      { title: 'And tea', keeps: ['Green', 'Black'], lacks: ['Contact'] },
    ],
  },
  {
    name: 'details in details',
    html: `<details><summary>Billing</summary>
      <details><summary>Can I pay by bill?</summary>
      <p>Yes.</p></details></details>
      <details><summary>Account</summary>
      <details><summary>Can I rename it?</summary>
      <p>Once.</p></details></details>`,
    entries: [
      { title: 'Can I pay by bill?', keeps: ['Yes'], lacks: [] },
      { title: 'Can I rename it?', keeps: ['Once'], lacks: [] },
    ],
    keeps: ['Billing › Can I pay'],
  },
  {
    name: 'headings with answers hidden by class',
    html: `<div class="faqs">
      <div class="faq">
      <h4>How big is it?</h4>
      <div class="hidden">
      <p>Huge.</p></div></div>
      <div class="faq">
      <h4>How old is it?</h4>
      <div class="hidden">
      <p>Ancient.</p></div></div></div>`,
    entries: [
      { title: 'How big is it?', keeps: ['Huge'], lacks: [] },
      { title: 'How old is it?', keeps: ['Ancient'], lacks: [] },
    ],
  },
  {
    name: 'terms that open their meaning',
    html: `<dl>
      <dt onclick="t()">Cancel</dt><dd style="display:none">Any time.</dd>
      <dt onclick="t()">Refund</dt><dd style="display:none">In part.</dd></dl>`,
    entries: [
      { title: 'Cancel', keeps: ['Any time'], lacks: [] },
      { title: 'Refund', keeps: ['In part'], lacks: [] },
    ],
  },
  {
    name: 'boxes with the role of a button and the name of an icon',
    html: `<div class="row">
      <div role="button" tabindex="0"><span class="material-icons">expand_more</span><span>Do cards expire?</span></div>
      <div class="body"><span>After a year.</span></div></div>
      <div class="row">
      <div role="button" tabindex="0"><span class="material-icons">expand_more</span><span>Can I top up?</span></div>
      <div class="body"><span>Online.</span></div></div>`,
    entries: [
      { title: 'Do cards expire?', keeps: ['year'], lacks: ['Online'] },
      { title: 'Can I top up?', keeps: ['Online'], lacks: ['year'] },
    ],
    lacks: ['expand_more'],
  },
];

test.each(samples)(
  '$name become an entry each, with the whole answer and nothing of the next',
  expectEntries,
);
