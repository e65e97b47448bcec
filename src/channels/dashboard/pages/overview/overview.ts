import { readOverview } from '../../../../core/owners/overview.ts';
import { readDailyUse } from '../../../../core/quota/statistics.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import { type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { html } from '../../view/html.ts';
import { readQuota, renderQuota } from './quota.ts';
import { renderPlan, renderSteps } from './steps.ts';
import { renderUse } from './use.ts';
import { renderWaiting } from './waiting.ts';

export const overviewRoutes: Route[] = [
  { method: 'get', path: '/servers/:server', access: 'server', run: showOverview },
];

async function showOverview(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const [overview, quota, use] = await Promise.all([
    readOverview(core, server),
    readQuota(visit),
    readDailyUse(core, server.id),
  ]);
  const content = html`${renderPlan(visit)}
${renderSteps(visit, overview.steps)}
${renderWaiting(visit, overview.waiting)}
${renderQuota(visit, quota)}
${renderUse(visit, use)}`;
  return show({ title: overviewTexts[language].title, tab: '', hasChart: true, content });
}
