import { describe, expect, test } from 'vitest';
import { findTeamReason } from '../../../src/core/handover/handover.ts';
import type { ChatMessage } from '../../../src/domain/types.ts';

const say = (content: string): ChatMessage => ({ role: 'user', content });
const tell = (content: string): ChatMessage => ({ role: 'assistant', content });

describe('the reason for the team to see a ticket', () => {
  test('is never in what the assistant said, but is found if the customer says the same later', () => {
    const claim = 'I was billed twice for the green lantern';
    const told = [say('Hello'), tell(claim), say('ok')];
    for (let time = 1; time <= 2; time += 1) {
      expect(findTeamReason(told)).toBeNull();
      expect(findTeamReason([...told, tell(claim), say(claim)])).toBe('payment');
    }
  });

  test('may be an accepted offer of a person, also the second time, but only if the customer accepts', () => {
    const [offer, yes] = ['Shall I pass this on to a moderator?', 'yes please, ask them'];
    for (let time = 1; time <= 2; time += 1) {
      expect(findTeamReason([say('Hello'), say(offer), say(yes)])).toBeNull();
      expect(findTeamReason([say('Hello'), tell(offer), tell(yes)])).toBeNull();
      expect(findTeamReason([say('Hello'), tell(yes), say(offer)])).toBeNull();
      expect(findTeamReason([say('Hello'), tell(offer), say('no'), say(yes)])).toBeNull();
      expect(findTeamReason([say('Hello'), tell(offer), say(yes)])).toBe('asked_for_human');
    }
  });
});
