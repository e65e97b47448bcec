import type { Client } from 'discord.js';
import { type AnswerDraft, endDraft, forgetDraft, takeDueDrafts } from '../../../../core/answering/drafts.ts';
import { toFields } from '../../errors.ts';
import type { BotDeps } from '../tickets/tickets.ts';
import { UndeliverableError } from '../turn/send.ts';
import { completeCard, remindTeam, removeCard } from './card.ts';
import { carryOut } from './decision.ts';
import { handOverDraft, present } from './hold.ts';

/**
 * Goes on with drafts that wait too long: what a dead process decided is sent, a missing card is posted, the team is
 * reminded after a day, and the card of a text that was deleted goes. Each by one process at a time.
 */
export async function tendDrafts(deps: BotDeps, client: Client<true>): Promise<void> {
  const serverIds = client.guilds.cache.filter(({ available }) => available).map(({ id }) => id);
  let due: readonly AnswerDraft[];
  do {
    due = await takeDueDrafts(deps.core, serverIds);
    for (const draft of due) {
      // What is left is due again in a minute.
      if (!client.isReady()) return;
      await tend(deps, draft).catch((error: unknown) =>
        deps.core.log.warn(
          { ...toFields(error), server: draft.serverId, answer: draft.answerId },
          'draft left for later',
        ),
      );
    }
  } while (due.length > 0);
}

async function tend(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  if (draft.said === null) {
    await removeCard(deps, draft);
    return forgetDraft(deps.core, draft);
  }
  if (draft.state !== 'open') return finish(deps, draft);
  // Nobody was told that the team has a look: the question was dropped, or is answered anew.
  if (draft.askedState === null) return forgetDraft(deps.core, draft);
  if (draft.cardIds.length > 0) return remind(deps, draft);
  if (draft.askedState === 'answered') await present(deps, draft);
}

/** Sends what a dead process decided, or finds that it stands; who decided was noted with the decision. */
async function finish(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  const outcome = await carryOut(deps, draft, { isRetry: true });
  if (outcome === 'later' || outcome === 'forbidden') return;
  const isMarked = await completeCard(deps, outcome === 'done' ? draft : { ...draft, state: 'discarded' });
  if (outcome === 'done' && isMarked) await endDraft(deps.core, draft);
}

async function remind(deps: BotDeps, draft: AnswerDraft): Promise<void> {
  await remindTeam(deps, draft).catch((error: unknown) => {
    // Nobody sees the card any more.
    if (error instanceof UndeliverableError && error.reason !== 'failed') return handOverDraft(deps, draft);
    throw error;
  });
}
