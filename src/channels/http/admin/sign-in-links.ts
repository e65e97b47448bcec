import { z } from 'zod';
import { serverLinkSchema } from '../../../core/owners/keys.ts';
import { createServerLink, endServerSignIns } from '../../../core/owners/sign-in.ts';
import { RIGHTS } from '../../../domain/types.ts';
import { checkSent } from '../body.ts';
import type { AdminAction } from './visit.ts';

/** What createServerLink tells. */
export const signInLinkSchema = z
  .object({
    url: z.url().meta({ description: 'Signs someone in once; shown only in this response.' }),
    expires_at: z.iso
      .datetime()
      .meta({ description: 'Until when the link works; the session that it opens lasts a week.' }),
    right: z.enum(RIGHTS),
  })
  .meta({ id: 'SignInLink' });

/** The address is in this answer alone. */
export const createSignInLink: AdminAction = async ({ core, server, sent, record }) => {
  const given = checkSent(serverLinkSchema, sent);
  const { shape, subject } = await createServerLink(core, server.id, given);
  await record('sign_in.offered', subject);
  return shape;
};

export const endSignIns: AdminAction = async ({ core, server, record }) => {
  await endServerSignIns(core, server.id);
  await record('sign_in.ended');
  return null;
};
