import { test } from 'vitest';
import { expectEntries, type PageSample } from '../../../support/page-entries.ts';

const samples: PageSample[] = [
  {
    name: 'tabs by order',
    html: `<div class="t">
      <ul role="tablist">
      <li role="tab">Windows</li>
      <li role="tab">Linux</li></ul>
      <div>
      <div role="tabpanel">
      <p>Run a.exe.</p></div>
      <div role="tabpanel" hidden>
      <p>Run apt.</p></div></div></div>`,
    keeps: ['**Windows**\n\nRun a.exe', '**Linux**\n\nRun apt'],
    lacks: ['- Windows'],
  },
  {
    name: 'pills of Bootstrap 5',
    html: `<ul class="nav nav-pills" id="x">
      <li class="nav-item"><button class="nav-link" data-bs-toggle="pill" data-bs-target="#p-1">Buy</button></li>
      <li class="nav-item"><button class="nav-link" data-bs-toggle="pill" data-bs-target="#p-2">Rent</button></li></ul>
      <div class="tab-content">
      <div class="tab-pane show" id="p-1">Forever yours.</div>
      <div class="tab-pane" id="p-2">By the week.</div></div>`,
    keeps: ['**Buy**\n\nForever', '**Rent**\n\nBy the'],
  },
  {
    name: 'tabs by data attributes',
    html: `<ul class="tabs">
      <li class="tab-link current" data-tab="tab-1">Adults</li>
      <li class="tab-link" data-tab="tab-2">Children</li></ul>
      <div id="tab-1" class="tab-content current">Full price.</div>
      <div id="tab-2" class="tab-content">Half price.</div>`,
    keeps: ['**Adults**\n\nFull', '**Children**\n\nHalf'],
  },
  {
    name: 'tabs that share an attribute with their panel',
    html: `<div class="x"><a data-tab="one">Sea</a><a data-tab="two">Air</a></div>
      <div class="p" data-tab="one">Forty days.</div>
      <div class="p" data-tab="two" style="display:none">Four days.</div>`,
    keeps: ['**Sea**\n\nForty', '**Air**\n\nFour'],
  },
  {
    name: 'tabs of radio buttons',
    html: `<div class="tabbed-set"><input type="radio" id="i1"><input type="radio" id="i2">
      <div class="tabbed-labels"><label for="i1">Docker</label><label for="i2">Bare metal</label></div>
      <div class="tabbed-content">
      <div class="tabbed-block">
      <p>Pull it.</p></div>
      <div class="tabbed-block">
      <p>Unpack it.</p></div></div></div>`,
    keeps: ['**Docker**\n\nPull', '**Bare metal**\n\nUnpack'],
  },
  {
    name: 'tabs full of questions',
    html: `<div class="tabs"><button class="tablink" onclick="o('a')">Billing</button><button class="tablink" onclick="o('b')">Account</button></div>
      <div id="a" class="tabcontent">
      <h3>Can I pay cash?</h3>
      <p>No.</p></div>
      <div id="b" class="tabcontent" style="display:none">
      <h3>Can I leave?</h3>
      <p>Yes.</p></div>`,
    keeps: ['Billing › Can I pay cash?\nNo', 'Account › Can I leave?\nYes'],
  },
  {
    name: 'panels that name their tab',
    html: `<div class="c">
      <div role="tablist"><a id="l1" role="tab" href="#">Nord</a><a id="l2" role="tab" href="#">Süd</a></div></div>
      <section role="tabpanel" aria-labelledby="l1">Wind.</section>
      <section role="tabpanel" aria-labelledby="l2" hidden>Sonne.</section>`,
    keeps: ['**Nord**\n\nWind', '**Süd**\n\nSonne'],
  },
  {
    name: 'links to chapters are no tabs',
    html: `<ul class="menu-x">
      <li><a href="#s1">About</a></li>
      <li><a href="#s2">Contact</a></li></ul>
      <section id="s1">
      <h2>About us</h2>
      <p>We sail.</p></section>
      <section id="s2">
      <h2>Contact us</h2>
      <p>By post.</p></section>`,
    entries: [
      { title: 'About us', keeps: ['We sail'], lacks: [] },
      { title: 'Contact us', keeps: ['By post'], lacks: [] },
    ],
    lacks: ['**About**'],
  },
  {
    name: 'dots of a picture show are no tabs',
    html: `<ol class="ind">
      <li data-target="#c">1</li>
      <li data-target="#c">2</li></ol>
      <div id="c">
      <p>Slide text.</p></div>`,
    keeps: ['Slide text'],
  },
];

test.each(samples)('$name keep the name of each panel with its content', expectEntries);
