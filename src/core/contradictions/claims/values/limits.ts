/** How a number is meant, by the words around it. */
export interface Limit {
  limit: 'exact' | 'min' | 'max';
  isApproximate: boolean;
}

const MAX =
  /(?<!\p{L})(?:nur|only|just|lediglich|(?:you|du|they|ihr|sie) (?:have|hast|habt|haben)|hast du|bis zu|bis(?: nach)?|höchstens|maximal|max\.?|innerhalb(?: von)?|innert|binnen|spätestens(?: nach)?|weniger als|unter|fewer than|nicht (?:mehr|größer|länger|später) als|up to|at most|within|under|less than|maximum of|(?:no|not|never)(?: be| take)? (?:more|larger|longer|later|bigger) than|limit of|limit|(?:höchst|maximal)\p{L}{3,}[^.,;]{0,25}|(?:maximum|limit|cap|obergrenze|capped)(?: \p{L}+){0,4}|(?:schließ|clos|shut)\p{L}*(?: \p{L}+){0,3} (?:um|at)|until|till)\s*(?:von |of |the |ersten |first )?$/u;
const MIN =
  /(?<!\p{L})(?:mindestens|min\.?|wenigstens|frühestens|ab(?: eine[mr] \p{L}+ von)?|mehr als|über|länger als|at least|minimum of|from|above|oberhalb|more than|over|longer than|no (?:less|fewer) than|mindest\p{L}{4,}[^.,;]{0,25}|minimum(?: \p{L}+){0,3}|(?:öffne|opens?)\p{L}*(?: \p{L}+){0,3} (?:um|at))\s*(?:von |of )?$/u;
const ABOUT =
  /(?<!\p{L})(?:etwa|ca\.?|circa|ungefähr|rund|knapp|gut|about|around|approximately|roughly|nearly|almost|some)\s*$|~\s*$/u;
const MIN_BEHIND =
  /^\s*(?:auf(?=[ .,;]|$)(?! ein)|oder (?:mehr|länger)|or (?:more|longer)|and (?:more|up)|oder neuer|or (?:newer|later|higher|above)|and (?:newer|later|above)|aufwärts|\+|(?:\p{L}+ )?(?:reichen|genügen|suffice|are enough|minimum))/u;
const MAX_BEHIND =
  /^\s*(?:(?:zu|dicht|feierabend|schluss)(?!\p{L})|\p{L}+ ){0,2}(?:oder weniger|or (?:less|fewer)|maximal|höchstens|at most|max(?!\p{L})|limit(?!\p{L}))/u;

/** `Nothing above 50 MB` sets a bound from above, `if fewer than six come` one from below. */
const DENIED = /(?<!\p{L})(?:nicht|nichts|kein\p{L}*|nothing|no|never|not|cannot)(?!\p{L})|n['’]t(?!\p{L})/u;
const CONDITION = /(?<!\p{L})(?:wenn|falls|if|when|unless)(?!\p{L})[^.]*$/u;
const TURNED = { min: 'max', max: 'min', exact: 'exact' } as const;
const MORE = /(?<!\p{L})(?:mehr als|über|oberhalb|länger als|more than|over|above|longer than)\s*$/u;
const LESS = /(?<!\p{L})(?:weniger als|unter|less than|fewer than|under)\s*$/u;

/** @param before up to the number, @param behind from its unit on; in lower case. */
export function readLimit(before: string, behind: string): Limit {
  const isApproximate = ABOUT.test(before);
  const plain = before.replace(ABOUT, '').replace(/\*+$/, '');
  const isTurned =
    (MORE.test(plain) && (DENIED.test(plain) || DENIED.test(behind))) ||
    (LESS.test(plain) && CONDITION.test(plain));
  const limit = limitOf(plain, behind);
  return {
    limit: isTurned && limit !== 'exact' ? TURNED[LESS.test(plain) ? 'max' : 'min'] : limit,
    isApproximate,
  };
}

function limitOf(before: string, behind: string): Limit['limit'] {
  if (MAX.test(before) || MAX_BEHIND.test(behind)) return 'max';
  return MIN.test(before) || MIN_BEHIND.test(behind) ? 'min' : 'exact';
}
