import { describe, expect, test } from 'vitest';
import { detectTeamReason } from '../../../../src/core/handover/handover.ts';
import type { TeamReason } from '../../../../src/domain/types.ts';
import { FRENCH_TICKETS } from './french.ts';
import { ITALIAN_TICKETS } from './italian.ts';
import { PORTUGUESE_TICKETS } from './portuguese.ts';
import { SPANISH_TICKETS } from './spanish.ts';

const LANGUAGES = {
  French: FRENCH_TICKETS,
  Spanish: SPANISH_TICKETS,
  Italian: ITALIAN_TICKETS,
  Portuguese: PORTUGUESE_TICKETS,
};

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

describe.each(Object.entries(LANGUAGES))('%s', (_, { affected, harmless }) => {
  describe.each(Object.entries(affected))('a ticket about %s', (reason, tickets) => {
    test.each(tickets)('is given to the team for that reason: %s', (ticket) => {
      expect(reasonIn(ticket)).toBe(reason);
    });
  });

  test.each(harmless)('nobody from the team needs to see: %s', (ticket) => {
    expect(reasonIn(ticket)).toBeNull();
  });
});
