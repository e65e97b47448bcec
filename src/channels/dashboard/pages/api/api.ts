import { readFileSync } from 'node:fs';
import { apiTexts, lookupTexts, webhookTexts } from '../../i18n/api.ts';
import type { ApiOperation, Outcome, Route, ServerVisit } from '../../route.ts';
import { addressOf, pageAt, show } from '../../route.ts';
import { note, table } from '../../view/components.ts';
import { type Html, html } from '../../view/html.ts';
import { withSections } from '../../view/sections.ts';
import { type LookupState, lookupRoutes, lookupSection } from './lookup.ts';
import { type WebhookState, webhookRoutes, webhookSection } from './webhook.ts';

export const apiRoutes: Route[] = [
  pageAt('api', (visit) => renderApi(visit)),
  ...webhookRoutes(renderApi),
  ...lookupRoutes(renderApi),
];

async function renderApi(
  visit: ServerVisit,
  state: WebhookState & { lookup?: LookupState } = {},
): Promise<Outcome> {
  const { core, language, operations } = visit;
  const t = apiTexts[language];
  const baseUrl = core.config.PUBLIC_URL;
  const names = {
    start: t.steps,
    samples: t.samples,
    webhook: webhookTexts[language].title,
    lookup: lookupTexts[language].title,
    reference: t.reference,
  };
  const content = html`<p>${t.intro}</p>
<dl class="facts"><dt>${t.baseUrl}</dt><dd><code data-base-url>${baseUrl}</code></dd></dl>
<section id="start">
<h2>${t.steps}</h2>
<ol>
<li>${t.stepKey} <a href="${addressOf(visit, 'ki')}#keys">${t.toKeys}</a></li>
<li>${t.stepStore} <code>LOTSE_API_KEY</code></li>
<li>${t.stepSend} <code>Authorization: Bearer &lt;API_KEY&gt;</code></li>
<li>${t.stepShow}</li>
</ol>
<p class="note"><strong>${t.noticeDue}</strong></p>
${note(t.noBrowser)}
</section>
<section id="samples">
<h2>${t.samples}</h2>
<p>${t.samplesIntro}</p>
${listSamples(baseUrl).map((sample, index) => sampleBlock(visit, sample, index === 0))}
</section>
${await webhookSection(visit, state)}
${await lookupSection(visit, state.lookup ?? {})}
<section id="reference">
<h2>${t.reference}</h2>
${
  core.config.ROLES.has('api') &&
  html`<p><a href="/docs">${t.fullReference}</a> · <a href="/api/v1/openapi.json">${t.openapi}</a></p>`
}
<p>${t.errorsIntro}</p>
${table(t.reference, [t.operation, t.meaning], operations.map(renderOperation))}
</section>`;
  return show({ tab: 'api', content: withSections(visit, names, content) }, state.status, state.audited);
}

function renderOperation({ method, path, summary }: ApiOperation): Html {
  return html`<tr data-operation="${method} ${path}"><td><code>${method} ${path}</code></td><td lang="en">${summary}</td></tr>`;
}

function sampleBlock({ language }: ServerVisit, { id, label, text }: Sample, isOpen: boolean): Html {
  const t = apiTexts[language];
  return html`<details name="sample" class="sample"${isOpen && html` open`}>
<summary>${label}</summary>
<button type="button" class="secondary outline copy" data-script-only data-copy="#sample-${id}" data-copied="${t.copied}" aria-label="${t.copyOne(label)}">${t.copy}</button>
<pre tabindex="0" role="region" aria-label="${label}"><code id="sample-${id}" data-sample="${id}">${text}</code></pre>
</details>`;
}

/** A whole program that runs as it stands, once the key is in the environment. */
interface Sample {
  id: 'curl' | 'node' | 'python' | 'php';
  label: string;
  text: string;
}

const BASE_URL = '__BASE_URL__';
const read = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8');
const SAMPLES: Sample[] = [
  { id: 'curl', label: 'curl', text: read('ticket.sh') },
  { id: 'node', label: 'Node.js', text: read('ticket.mjs') },
  { id: 'python', label: 'Python', text: read('ticket.py') },
  { id: 'php', label: 'PHP', text: read('ticket.php') },
];

export function listSamples(baseUrl: string): Sample[] {
  return SAMPLES.map((sample) => ({ ...sample, text: sample.text.replaceAll(BASE_URL, () => baseUrl) }));
}
