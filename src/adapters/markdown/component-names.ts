/** Attributes by which components are called what they show, and what their answer is. */
export const NAMING = 'question frage q title titel label summary header heading trigger caption'.split(' ');
export const ANSWERING = ['answer', 'antwort', 'a'];

const OPENER = /accordion|faq|question|frage|collaps|expand|disclosure|spoiler|toggle|details|q-?and-?a|qna/i;
const TITLE = /(?:question|frage|title|trigger|header|heading|summary|label|button|[-_.]q)$/i;
const ANSWER = /(?:answer|antwort|content|panel|body|[-_.]a)$/i;
const TITLE_SLOT = /^(?:[\w-]*[-_])?(?:question|frage|title|trigger|header|heading|summary|label|button)$/i;

/** What a component is to the one around it, by its name: `AccordionTrigger`, `faq-answer`. */
export function roleOf(name: string): 'box' | 'title' | 'answer' {
  if (TITLE.test(name)) return 'title';
  return ANSWER.test(name) ? 'answer' : 'box';
}

/** Whether a component of this name opens with a click. */
export function isOpener(name: string): boolean {
  return OPENER.test(name);
}

/** Whether what is put into this slot is the title of the component. */
export function isTitleSlot(slot: string): boolean {
  return TITLE_SLOT.test(slot);
}
