import type { Route } from '../../route.ts';
import { addKey, revoke } from './keys.ts';
import { showKi } from './page.ts';
import { previewPersona, savePersona } from './persona.ts';
import { buyPremium, cancel, resume, topUp } from './purchases.ts';

const SERVER = '/servers/:server';
const PAGE = `${SERVER}/ki`;
const FORM = { method: 'post', page: PAGE, access: 'server' } as const;

export const kiRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: showKi },
  { ...FORM, path: `${SERVER}/keys`, run: addKey },
  { ...FORM, path: `${SERVER}/keys/:key/revoke`, run: revoke },
  { ...FORM, path: `${SERVER}/persona`, run: savePersona },
  { ...FORM, path: `${SERVER}/persona/preview`, run: previewPersona },
  { ...FORM, path: `${SERVER}/top-ups`, run: topUp },
  { ...FORM, path: `${SERVER}/premium`, run: buyPremium },
  { ...FORM, path: `${SERVER}/premium/cancel`, run: cancel },
  { ...FORM, path: `${SERVER}/premium/resume`, run: resume },
];
