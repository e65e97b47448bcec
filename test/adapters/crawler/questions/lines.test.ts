import { test } from 'vitest';
import { expectEntries, type PageSample } from '../../../support/page-entries.ts';

const samples: PageSample[] = [
  {
    name: 'bold beginnings of a line',
    html: `<p><strong>Is it loud?</strong> 40 dB at most.</p>
      <p><strong>Does it smell?</strong> Only new.</p>`,
    entries: [
      { title: 'Is it loud?', keeps: ['40 dB'], lacks: ['new'] },
      { title: 'Does it smell?', keeps: ['Only new'], lacks: ['dB'] },
    ],
  },
  {
    name: 'bold Q and A',
    html: `<p><b>Q:</b> Who may enter?<br><b>A:</b> Members and guests.</p>
      <p><b>Q:</b> When does it open?<br><b>A:</b> At nine.</p>`,
    entries: [
      { title: 'Who may enter?', keeps: ['Members'], lacks: ['nine'] },
      { title: 'When does it open?', keeps: ['At nine'], lacks: ['A:'] },
    ],
  },
  {
    name: 'paragraphs that begin with Frage and Antwort',
    html: `<p>Frage: Wer haftet bei Schaden?</p>
      <p>Antwort: Der Verein.</p>
      <p>Frage: Wo melde ich ihn?</p>
      <p>Antwort: Im Büro.</p>`,
    entries: [
      { title: 'Wer haftet bei Schaden?', keeps: ['Der Verein'], lacks: ['Büro'] },
      { title: 'Wo melde ich ihn?', keeps: ['Im Büro'], lacks: ['Antwort'] },
    ],
  },
  {
    name: 'numbered paragraphs',
    html: `<p>1. Where is the key?</p>
      <p>Below the mat.</p>
      <p>2. Who has a second one?</p>
      <p>The neighbour.</p>`,
    entries: [
      { title: 'Where is the key?', keeps: ['mat'], lacks: ['neighbour'] },
      { title: 'Who has a second one?', keeps: ['neighbour'], lacks: ['mat'] },
    ],
  },
  {
    name: 'rows of a table',
    html: `<table><thead>
      <tr><th>Frage</th><th>Antwort</th></tr></thead><tbody>
      <tr><td>Wie teuer ist der Kurs?</td><td>80 Euro, <a href="/k">Details</a></td></tr>
      <tr><td>Mitbringen</td><td>Gute Laune</td></tr></tbody></table>`,
    entries: [
      { title: 'Wie teuer ist der Kurs?', keeps: ['80 Euro'], lacks: ['Laune'] },
      { title: 'Mitbringen', keeps: ['Laune'], lacks: ['80'] },
    ],
  },
  {
    name: 'items of a list that begin with a heading',
    html: `<ul><li><h3>Who runs it?</h3><p>Volunteers.</p></li><li><h3>Who pays?</h3><p>Members.</p></li></ul>`,
    entries: [
      { title: 'Who runs it?', keeps: ['Volunteers'], lacks: ['Members'] },
      { title: 'Who pays?', keeps: ['Members'], lacks: ['Volunteers'] },
    ],
  },
];

test.each(samples)(
  '$name become an entry each, with the whole answer and nothing of the next',
  expectEntries,
);
