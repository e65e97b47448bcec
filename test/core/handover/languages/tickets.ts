import type { TeamReason } from '../../../../src/domain/types.ts';

export interface LanguageTickets {
  /** Tickets that a person must see, by reason. */
  affected: Partial<Record<TeamReason, readonly string[]>>;
  /** What people also write, and nobody needs to see. */
  harmless: readonly string[];
}
