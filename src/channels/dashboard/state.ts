import type { Session } from '../../core/owners/sessions.ts';
import type { Language, Server } from '../../domain/types.ts';
import type { Theme } from './view/layout.ts';

/** What is known of a request so far; the frame around a page, also around an error, is made of it. */
export interface PageState {
  requestId: string;
  errorCode?: string;
  language: Language;
  theme: Theme;
  session?: Session | null;
  server?: Server;
  /** Where the form of a change stands: there somebody goes on after signing in. */
  place?: string;
}
