import type { ReasonRules } from '../pattern.ts';
import { ACCOUNT } from './account.ts';
import { BAN } from './ban.ts';
import { LEGAL_CLAIMS, PAYMENT_CLAIMS } from './claims.ts';
import { ACCOUNT_COMPLAINTS, BAN_COMPLAINTS } from './complaints.ts';
import { CALLS, DISTRESS } from './distress.ts';
import { GRIEVANCES, TEAM_COMPLAINTS } from './grievance.ts';
import { HUMAN } from './human.ts';
import { LEGAL } from './legal.ts';
import { PAYMENT } from './payment.ts';
import { SAFETY } from './safety.ts';
import { SELF_HARM } from './self-harm.ts';
import { SLANG } from './slang.ts';

/** Every rule there is. */
export const REASON_RULES: readonly ReasonRules[] = [
  ...[SAFETY, SELF_HARM, SLANG, DISTRESS, LEGAL, LEGAL_CLAIMS, PAYMENT, PAYMENT_CLAIMS],
  ...[BAN, BAN_COMPLAINTS, ACCOUNT, ACCOUNT_COMPLAINTS, HUMAN, CALLS],
  ...[GRIEVANCES, TEAM_COMPLAINTS],
];
