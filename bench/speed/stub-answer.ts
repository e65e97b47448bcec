/** Stands in every answer, so that one that does not come from the stub is noticed. */
export const MARK = 'under Settings, Billing';

/** A reply of the shape that the service's prompt asks for. */
export const STUB_ANSWER = {
  answer: `You can change the billing address ${MARK}. `.repeat(9).trim(),
  needs_team: false,
  answerable: true,
  used: [],
};
