/** Asks the reader about the page instead of telling something. */
const VOTE =
  /^(?:(?:was|is|did|does|were|do you find|how helpful|rate|war|hat|ist|fanden sie|findest du|wie hilfreich)\b.{0,40}\b(?:helpful|useful|answer your question|answers? your|help you|solve|hilfreich|geholfen|beantwortet|weitergeholfen|nützlich)\b.{0,30}[?!.:]?)$/i;

/** `Was this article helpful?` and its kin. */
export function isVoteQuestion(text: string): boolean {
  return text.length < 100 && VOTE.test(text.trim());
}
