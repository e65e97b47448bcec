import { apiRoutes } from './pages/api/api.ts';
import { channelsRoutes } from './pages/channels/channels.ts';
import { kiRoutes, paymentRoutes } from './pages/ki/ki.ts';
import { knowledgeRoutes } from './pages/knowledge/knowledge.ts';
import { linksRoutes } from './pages/links.ts';
import { overviewRoutes } from './pages/overview.ts';
import { playgroundRoutes } from './pages/playground.ts';
import { auditRoutes, dataRoutes } from './pages/records.ts';
import { signInRoutes } from './pages/sign-in.ts';
import { testRoutes } from './pages/tests.ts';
import { trainingRoutes } from './pages/training/training.ts';
import { unansweredRoutes } from './pages/unanswered.ts';
import type { Route } from './route.ts';

/** Every address of the dashboard, in one list: what is not here does not exist. */
export const ROUTES: readonly Route[] = [
  ...signInRoutes,
  ...playgroundRoutes,
  ...channelsRoutes,
  ...overviewRoutes,
  ...auditRoutes,
  ...dataRoutes,
  ...kiRoutes,
  ...knowledgeRoutes,
  ...linksRoutes,
  ...apiRoutes,
  ...paymentRoutes,
  ...trainingRoutes,
  ...unansweredRoutes,
  ...testRoutes,
];
