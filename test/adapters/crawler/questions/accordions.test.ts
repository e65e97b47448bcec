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
    name: 'terms that open their meaning',
    html: `<dl>
      <dt onclick="t()">Cancel</dt><dd style="display:none">Any time.</dd>
      <dt onclick="t()">Refund</dt><dd style="display:none">In part.</dd></dl>`,
    entries: [
      { title: 'Cancel', keeps: ['Any time'], lacks: [] },
      { title: 'Refund', keeps: ['In part'], lacks: [] },
    ],
  },
];

test.each(samples)(
  '$name become an entry each, with the whole answer and nothing of the next',
  expectEntries,
);
