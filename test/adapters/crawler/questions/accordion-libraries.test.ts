import { test } from 'vitest';
import { expectEntries, type PageSample } from '../../../support/page-entries.ts';

const samples: PageSample[] = [
  {
    name: 'a block of Yoast',
    html: `<div class="schema-faq wp-block-yoast-faq-block">
      <div class="schema-faq-section" id="faq-question-1"><strong class="schema-faq-question">Do seeds need light?</strong> <p class="schema-faq-answer">Most do.</p> </div> <div class="schema-faq-section"><strong class="schema-faq-question">Watering</strong> <p class="schema-faq-answer">Every second day.</p></div></div>`,
    entries: [
      { title: 'Do seeds need light?', keeps: ['Most do'], lacks: ['second'] },
      { title: 'Watering', keeps: ['Every second day'], lacks: ['Most'] },
    ],
  },
  {
    name: 'a toggle of Elementor',
    html: `<div class="elementor-toggle">
      <div class="elementor-toggle-item">
      <div id="elementor-tab-title-11" class="elementor-tab-title" data-tab="1" role="button" aria-controls="elementor-tab-content-11" aria-expanded="false"><span class="elementor-toggle-icon elementor-toggle-icon-left" aria-hidden="true"><i class="elementor-toggle-icon-closed fas fa-plus"></i></span><a class="elementor-toggle-title" tabindex="0">Wo steht der Ofen?</a></div>
      <div id="elementor-tab-content-11" class="elementor-tab-content elementor-clearfix" data-tab="1" role="region">
      <p>Im Keller.</p></div></div>
      <div class="elementor-toggle-item">
      <div id="t12" class="elementor-tab-title" data-tab="2" role="button" aria-controls="c12"><a class="elementor-toggle-title">Heizkosten</a></div>
      <div id="c12" class="elementor-tab-content" data-tab="2" role="region">
      <p>Hundert Euro.</p></div></div></div>`,
    entries: [
      { title: 'Wo steht der Ofen?', keeps: ['Keller'], lacks: ['Hundert'] },
      { title: 'Heizkosten', keeps: ['Hundert Euro'], lacks: ['Keller'] },
    ],
  },
  {
    name: 'an accordion of Bootstrap 5',
    html: `<h2>Orders</h2>
      <div class="accordion" id="acc">
      <div class="accordion-item">
      <h2 class="accordion-header" id="h1"><button class="accordion-button" type="button" data-bs-toggle="collapse" data-bs-target="#c1" aria-expanded="true" aria-controls="c1">Where is my order</button></h2>
      <div id="c1" class="accordion-collapse collapse show" data-bs-parent="#acc">
      <div class="accordion-body"><strong>On its way.</strong> See the <a href="/track">tracker</a>.</div></div></div>
      <div class="accordion-item">
      <h2 class="accordion-header"><button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#c2">Lost parcels</button></h2>
      <div id="c2" class="accordion-collapse collapse">
      <div class="accordion-body">We search for it.</div></div></div></div>`,
    entries: [
      {
        title: 'Where is my order',
        keeps: ['**On its way.**', '[tracker](https://x.example/track)'],
        lacks: ['search'],
      },
      { title: 'Lost parcels', keeps: ['search'], lacks: ['tracker'] },
    ],
  },
  {
    name: 'an accordion of jQuery UI',
    html: `<div id="accordion" class="ui-accordion">
      <h3 class="ui-accordion-header" role="tab" aria-controls="ui-id-2"><span class="ui-accordion-header-icon ui-icon"></span>Section one</h3>
      <div class="ui-accordion-content" id="ui-id-2" style="display: none; height: 90px;" role="tabpanel" aria-hidden="true">
      <p>One text.</p></div>
      <h3 class="ui-accordion-header" role="tab" aria-controls="ui-id-4">Section two</h3>
      <div class="ui-accordion-content" id="ui-id-4" style="display:none" role="tabpanel">
      <p>Two text.</p></div></div>`,
    entries: [
      { title: 'Section one', keeps: ['One text'], lacks: ['Two'] },
      { title: 'Section two', keeps: ['Two text'], lacks: ['One'] },
    ],
  },
  {
    name: 'dropdowns of Webflow',
    html: `<div class="faq-list">
      <div data-hover="false" class="accordion-item w-dropdown">
      <div class="accordion-toggle w-dropdown-toggle" role="button" aria-haspopup="menu">
      <div class="accordion-icon w-icon-dropdown-toggle"></div>
      <div>Is the app free?</div></div><nav class="dropdown-list w-dropdown-list">
      <p>For one device.</p></nav></div>
      <div class="accordion-item w-dropdown">
      <div class="accordion-toggle w-dropdown-toggle">
      <div class="w-icon-dropdown-toggle"></div>
      <div>Can I pay yearly?</div></div><nav class="w-dropdown-list">
      <p>Ten months for twelve.</p></nav></div></div>`,
    entries: [
      { title: 'Is the app free?', keeps: ['one device'], lacks: ['Ten'] },
      { title: 'Can I pay yearly?', keeps: ['Ten months'], lacks: ['device'] },
    ],
  },
  {
    name: 'details of a shop theme',
    html: `<div class="accordion">
      <details id="Details-1"><summary role="button" aria-expanded="false">
      <div class="summary__title"><svg class="icon"></svg>
      <h2 class="h4 accordion__title inline-richtext">Care</h2></div><svg class="icon-caret"></svg></summary>
      <div class="accordion__content rte" role="region">
      <p>Hand wash.</p></div></details></div>
      <div class="accordion">
      <details id="Details-2"><summary role="button">
      <div class="summary__title">
      <h2 class="h4 accordion__title">Shipping</h2></div></summary>
      <div class="accordion__content rte">
      <p>Free from 50.</p></div></details></div>`,
    entries: [
      { title: 'Care', keeps: ['Hand wash'], lacks: ['50'] },
      { title: 'Shipping', keeps: ['Free from 50'], lacks: ['Hand'] },
    ],
  },
  {
    name: 'buttons of a small script library',
    html: `<div x-data="{open:false}" class="border"><button @click="open=!open" class="flex w-full"><span>Are there limits?</span><span x-text="open?'−':'+'">+</span></button>
      <div x-show="open" style="display:none">
      <p>Ten a day.</p></div></div>
      <div x-data="{open:false}" class="border"><button @click="open=!open" class="flex w-full"><span>Price rises</span><span>+</span></button>
      <div x-show="open" style="display:none">
      <p>Never.</p></div></div>`,
    entries: [
      { title: 'Are there limits?', keeps: ['Ten a day'], lacks: ['Never'] },
      { title: 'Price rises', keeps: ['Never'], lacks: ['Ten'] },
    ],
  },
  {
    name: 'microdata',
    html: `<div itemscope itemtype="https://schema.org/FAQPage">
      <div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question"><span itemprop="name">What is a mole?</span>
      <div itemscope itemprop="acceptedAnswer" itemtype="https://schema.org/Answer" style="display:none">
      <div itemprop="text">
      <p>An animal.</p></div></div></div></div>`,
    entries: [{ title: 'What is a mole?', keeps: ['An animal'], lacks: [] }],
  },
];

test.each(samples)(
  '$name: each question is an entry with the whole answer and nothing of the next',
  expectEntries,
);
