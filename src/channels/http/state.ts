import type { KeyHolder } from '../../core/owners/keys.ts';
import type { ErrorCode } from '../../domain/errors.ts';

/** What middleware hands on within one request. */
export interface ApiState {
  requestId: string;
  /** Set once the key is known to be valid. */
  holder?: KeyHolder;
  errorCode?: ErrorCode;
  /** Refused because the process starts or stops, which is no fault. */
  isPlanned?: boolean;
}
